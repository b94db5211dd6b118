/** The folder that the shop is published in. Another one keeps the last build. */
export const buildFolder = process.env.BUILD_FOLDER || "build";
