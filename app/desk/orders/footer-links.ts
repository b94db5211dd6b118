/** The withdrawal function, which the law requires on every page. */
export const footerLinks = [{ to: "/desistimiento", label: "Desistir del contrato aquí" }];
