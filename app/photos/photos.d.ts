/** A master imported with `as=picture`: its renditions, made when the shop is built. */
declare module "*&as=picture" {
  const renditions: import("vite-imagetools").Picture;
  export default renditions;
}

/** A master imported with `as=url`: the address of its one rendition. */
declare module "*&as=url" {
  const url: string;
  export default url;
}
