/** The folder that the shop is published in. With BUILD_FOLDER, `build` keeps the last build. */
export const buildFolder = process.env.BUILD_FOLDER || "build";
