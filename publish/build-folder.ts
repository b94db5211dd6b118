/** Where the shop is published: another folder keeps the last build in its place. */
export const buildFolder = process.env.BUILD_FOLDER || "build";
