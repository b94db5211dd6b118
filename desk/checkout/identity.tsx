import { seller } from "../shop/seller.ts";

export const postalAddress = seller.address;

/** The seller, on every page: LSSI art. 10 requires it «de forma permanente, fácil, directa». */
export function Identity() {
  const { name, taxId, address, register } = seller;
  return (
    <p className="pb-6 text-caption text-night-quiet" translate="no">
      {[name, `NIF\u00a0${taxId}`, address, register].filter(Boolean).join(" · ")}
    </p>
  );
}
