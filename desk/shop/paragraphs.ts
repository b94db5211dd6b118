/** The paragraphs of a stored legal text. Those in capitals are titles. */
export const paragraphsOf = (text: string) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => ({
      text: paragraph.trim(),
      isTitle: paragraph === paragraph.toUpperCase() && /\p{Lu}{3}/u.test(paragraph),
    }));
