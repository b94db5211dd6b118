/** Where the site serves the official notice on the guarantee, of this file of the owner's. */
export const noticeAddress = (file: string) =>
  `/aviso-garantia.${file.toLowerCase().replace(/.*\./, "").replace("jpeg", "jpg")}`;
