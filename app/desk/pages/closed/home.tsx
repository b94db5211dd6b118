import type { MetaDescriptor } from "react-router";
import Home, { meta as openMeta } from "../../../pages/home/home.tsx";
import { ClosedContext } from "../../orders/buy-link.tsx";

/** Search engines learn that the perfume can't be bought now. */
export const meta = (): MetaDescriptor[] =>
  JSON.parse(JSON.stringify(openMeta()).replaceAll("schema.org/InStock", "schema.org/OutOfStock"));

/** The home page while the shop takes no orders. The server sends it for `/` (desk/listener.ts). */
export default function ClosedHome() {
  return (
    <ClosedContext value={true}>
      <Home />
    </ClosedContext>
  );
}
