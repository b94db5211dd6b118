import { expect, test } from "vitest";
import { carriers, parcelOf, trackingOf } from "./carriers.ts";

test.each([
  ["correos", "Correos", "PK43F9 1234 56789", "PK43F9123456789"],
  ["correos-express", "Correos Express", "3230000012345678", "3230000012345678"],
  ["seur", "SEUR", "04321987654321", "04321987654321"],
  ["gls", "GLS", "11013600011564", "11013600011564"],
  ["mrw", "MRW", "02612A456789", "02612A456789"],
  ["nacex", "Nacex", "2861/12345678", "12345678"],
])("%s: the page of a number is recognised", (carrier, name, typed, number) => {
  const tracking = trackingOf(carrier, typed, "28013");
  expect(URL.canParse(tracking) && tracking).toMatch(/^https:\/\/\S+$/);
  expect(parcelOf(tracking)).toEqual({ carrier, name, number });
});

test("each carrier is in the test above", () => {
  expect(Object.keys(carriers)).toHaveLength(6);
});

test("GLS asks for the postal code, Nacex for the agency", () => {
  expect(trackingOf("gls", "11013600011564", "40002")).toBe(
    "https://mygls.gls-spain.es/e/11013600011564/40002",
  );
  expect(trackingOf("nacex", "2861/12345678", "40002")).toBe(
    "https://www.nacex.es/seguimientoDetalle.do?agencia_origen=2861&numero_albaran=12345678",
  );
});

test.each([
  ["otra", "ABC 123"],
  ["constructor", "ABC 123"],
  ["correos", ""],
  ["correos", "https://transporte.example/ABC"],
])("%s, «%s» is stored as it is", (carrier, typed) => {
  expect(trackingOf(carrier, typed, "28013")).toBe(typed);
  expect(parcelOf(typed)).toBeUndefined();
});

const seur = "https://www.seur.com/livetracking/?segOnlineIdentificador=04321987654321";

test.each([
  ["without https", "www.seur.com/livetracking/?segOnlineIdentificador=04321987654321"],
  ["without www", "seur.com/livetracking/?segOnlineIdentificador=04321987654321"],
  ["with http", "http://www.seur.com/livetracking/?segOnlineIdentificador=04321987654321"],
  ["in capitals", "HTTPS://WWW.SEUR.COM/livetracking/?segOnlineIdentificador=04321987654321"],
  ["with a number in groups", `${seur.slice(0, -14)} 0432 1987 654321 `],
  ["broken after its path", `${seur.slice(0, 33)} ${seur.slice(33)}`],
  ["broken after https", seur.replace("//", "// ")],
  ["in a sentence", `Tu envío 0432 ya ha salido: ${seur}. Gracias.`],
  ["in brackets", `Síguelo aquí (${seur})`],
])("an address that is pasted %s is the carrier's page", (_, typed) => {
  const tracking = trackingOf("gls", typed, "28013");
  expect(tracking.replace("//seur", "//www.seur")).toBe(seur);
  expect(parcelOf(tracking)).toMatchObject({ carrier: "seur", number: "04321987654321" });
});

test.each([
  ["Síguelo en transporte.example/?id=4, o llama", "https://transporte.example/?id=4"],
  ["http://transporte.example/ABC", "http://transporte.example/ABC"],
  ["Transportes S.A. 12/4", "Transportes S.A. 12/4"],
  ["correo ana@correo.example/x", "correo ana@correo.example/x"],
])("of another carrier, «%s» is stored as «%s»", (typed, stored) => {
  expect(trackingOf("", typed, "28013")).toBe(stored);
});

test("a badly encoded address is no error", () => {
  expect(parcelOf("https://www.correos.es/x?tracking-number=%E0%A4")).toMatchObject({
    name: "Correos",
  });
});

test("a typed number can't leave its place in the address", () => {
  expect(trackingOf("correos", "1&x=2#y", "28013")).toMatch(/tracking-number=1%26x%3D2%23y$/);
});
