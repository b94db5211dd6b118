import type { ComponentProps } from "react";
import type { Verdict } from "#desk/password.ts";
import { shop } from "../../../shop/shop.ts";
import { CompactField } from "./compact-field.tsx";

/** The error about a password; undefined if it is right. */
export const passwordError: Record<Verdict, string | undefined> = {
  right: undefined,
  wrong: "La contraseña no es esa.",
  wait: "Ha habido varios intentos con una contraseña equivocada. Espera un minuto y vuelve a intentarlo.",
};

/** The status of a response to a refused password. */
export const passwordStatus = (verdict: Verdict) => (verdict === "wait" ? 429 : 400);

type Props = Partial<ComponentProps<typeof CompactField>>;

/** The admin password, which password managers store under the shop's email address. */
export function PasswordField({ label = "Contraseña del mostrador", ...props }: Props) {
  return (
    <>
      <input type="text" autoComplete="username" value={shop.email} readOnly hidden />
      <CompactField
        id="contrasena"
        name="contrasena"
        label={label}
        type="password"
        autoComplete="current-password"
        {...props}
      />
    </>
  );
}
