import { shop } from "../../shop/shop.ts";
import { afternoon, nightfall } from "./hours.ts";

/** The hour of the picture in view, in the header of home. It changes with the picture (clock.css). */
export function Clock() {
  return (
    <div className="clock">
      <p>
        {shop.city},{" "}
        <span className="clock-hours">
          {[...afternoon, ...nightfall].map((hour, index) => (
            <time key={hour} aria-hidden={index > 0 || undefined}>
              {hour}
            </time>
          ))}
        </span>
      </p>
    </div>
  );
}
