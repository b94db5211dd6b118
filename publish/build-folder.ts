/** Where the shop is published: another folder keeps the last build in its place. */
export const buildFolder = process.env.BUILD_FOLDER || "build";

/** The folder is replaced as a whole, so it must be nobody else's. */
export const isBuildFolder = (name: string) => /^build(-[\w-]+)?$/.test(name);
