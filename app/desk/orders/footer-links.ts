/** The function that the law asks for, on every page. */
export const footerLinks = [{ to: "/desistimiento", label: "Desistir del contrato aquí" }];
