import { parse } from "@conform-to/react";
import { flatten, safeParse } from "valibot";
import { order } from "../../shop/shipping-form.ts";

/** Reads what was sent by the form's rules, in the shape that Conform asks for. */
export function parseOrder(formData: FormData) {
  return parse(formData, {
    resolve(fields) {
      const result = safeParse(order, fields);
      return result.success
        ? { value: result.output }
        : { error: flatten<typeof order>(result.issues).nested ?? {} };
    },
  });
}
