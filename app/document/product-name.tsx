import { product } from "../shop/product.ts";

/** The product's name, with its English word marked: a screen reader says it as such. */
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
