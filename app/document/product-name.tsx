import { product } from "../shop/product.ts";

/** Its English word is marked, so that a screen reader does not say it in Spanish. */
export function ProductName() {
  const [before, after] = product.name.split(product.englishWord);
  if (after === undefined) return product.name;
  return (
    <>
      {before}
      <span lang="en">{product.englishWord}</span>
      {after}
    </>
  );
}
