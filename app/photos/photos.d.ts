/** The renditions of a master. The type of vite-imagetools would pull in all of Node's types. */
interface Renditions {
  sources: Record<string, string>;
  img: { src: string; w: number; h: number };
}

/** A master imported with `as=picture`: its renditions, made when the shop is built. */
declare module "*&as=picture" {
  const renditions: Renditions;
  export default renditions;
}

/** A master imported with `as=url`: the address of its one rendition. */
declare module "*&as=url" {
  const url: string;
  export default url;
}
