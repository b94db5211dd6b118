import { BuyLink } from "#orders/buy-link.tsx";
import { Price } from "../../document/price.tsx";
import { Frame } from "./frame.tsx";
import { afternoon } from "./hours.ts";
import { OfferLines } from "./offer-lines.tsx";
import { sentenceLines } from "./sentence.ts";

/** The first view. hero.css explains its layout. */
export function Hero() {
  return (
    <section className="hero">
      <div className="hero-view">
        <div className="hero-stage">
          <Frame hours={afternoon} />
          <div className="screen-width hero-words">
            <h1 className="hero-title">
              {sentenceLines.map((line) => (
                <span key={line}>{line} </span>
              ))}
            </h1>
          </div>
        </div>
        <div className="screen-width hero-purchase">
          <Price />
          <OfferLines />
          <BuyLink className="hero-button px-[min(1.25rem,3.5vw)] broad:px-12 wide:px-[clamp(3rem,3.3vw,5.5rem)]">
            Comprar Ahora
          </BuyLink>
        </div>
      </div>
    </section>
  );
}
