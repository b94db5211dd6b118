/** The path of the official guarantee notice, with the extension of the owner's file. */
export const noticeAddress = (file: string) =>
  `/aviso-garantia.${file.toLowerCase().replace(/.*\./, "").replace("jpeg", "jpg")}`;
