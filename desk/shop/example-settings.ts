/**
 * The seller of the demo, of the tests and of docs/hosting/aurelia.env. A shop that sells must not start
 * with any of these values (settings-schema.ts).
 */
export const exampleSettings = {
  SELLER_NAME: "Perfumes Aurelia, S. L.",
  SELLER_TAX_ID: "B12345674",
  SELLER_ADDRESS: "Calle del Pez, 1, 28004 Madrid",
  SELLER_REGISTER: "Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1",
  GUARANTEE_NOTICE: "demo/notice.svg",
  PRODUCT_MAKER: "Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid, hola@aurelia.example",
  PRODUCT_IDENTIFIER: "EAN 8400000000000",
  PRODUCT_WARNINGS:
    "Inflamable: mantener alejado del calor y de las llamas. Solo para uso externo. Evitar el contacto con los ojos. Mantener fuera del alcance de los niños.",
  PRODUCT_INGREDIENTS: "Alcohol Denat., Parfum, Aqua, Limonene, Linalool, Citral",
  SELLER_IBAN: "ES91 2100 0418 4502 0005 1332",
};
