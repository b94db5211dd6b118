import { Totals } from "#orders/checkout-parts.tsx";
import { Price } from "../../document/price.tsx";
import { ProductName } from "../../document/product-name.tsx";
import openBox from "../../photos/open-box.avif?w=320;480;600;880&bitdepth=10&format=avif;webp&quality=39&as=picture";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";
import { Arrival } from "./arrival.tsx";
import { QuantityStepper } from "./quantity-stepper.tsx";

interface Props {
  quantity: number;
  onQuantityChange: (quantity: number) => void;
}

/** The order summary for the current quantity. */
export function OrderSummary({ quantity, onQuantityChange }: Props) {
  return (
    <section aria-labelledby="order-summary" className="mb-14 md:mb-0">
      <div className="order-summary">
        <h2 id="order-summary" className="sr-only">
          Resumen del pedido
        </h2>
        <div className="grid grid-cols-[min(30%,6.5rem)_minmax(0,1fr)] gap-x-[min(1.25rem,5vw)] md:block lg:grid lg:grid-cols-[1fr_minmax(12rem,1fr)] lg:gap-x-7">
          {/* On phones the bottle alone: of the lid beside it, only an edge would be left. */}
          <div className="max-md:relative max-md:aspect-9/20 max-md:overflow-hidden">
            <Picture
              photo={openBox}
              sizes="(max-width: 47.99rem) 14rem, (max-width: 63.99rem) 35vw, (max-width: 95.99rem) 15rem, 17vw"
              alt={`El frasco de ${shop.brand}, tumbado en su caja abierta, de un marrón casi negro.`}
              className="object-cover object-left max-md:absolute max-md:top-[-14%] max-md:left-[-16%] max-md:size-[120%] max-md:max-w-none md:aspect-4/5 md:w-full md:max-lg:aspect-square md:max-lg:object-[50%_55%] lg:min-h-[min(100%,33vw)]"
              priority="high"
            />
          </div>
          <div className="flex flex-col justify-between gap-x-6 gap-y-4 md:max-lg:mt-6">
            <div>
              <p className="text-caption text-quiet uppercase tracking-wordmark">{shop.brand}</p>
              <p className="item-title mt-1 text-[length:min(--theme(--text-item),8vw)]">
                <ProductName />
              </p>
              <p className="mt-2 text-small text-quiet">
                <span lang="fr">{product.concentration}</span> {product.volume}
              </p>
              <div className="mt-2 [overflow-wrap:anywhere]">
                <Price />
              </div>
            </div>
            <QuantityStepper quantity={quantity} onChange={onQuantityChange} />
          </div>
        </div>
        <Totals quantity={quantity} />
        <Arrival />
      </div>
    </section>
  );
}
