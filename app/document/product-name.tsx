import { product } from "../shop/product.ts";

/** The product's name as printed on the label, with its English word marked for screen readers. */
export function ProductName() {
  const [before, after] = product.name.split(product.englishWord);
  return (
    <span translate="no">
      {before}
      {after !== undefined && <span lang="en">{product.englishWord}</span>}
      {after}
    </span>
  );
}
