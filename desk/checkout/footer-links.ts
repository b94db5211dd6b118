/** The withdrawal function, which the law requires on every page. On one line, like its neighbours. */
export const footerLinks = [
  { to: "/desistimiento", label: "Desistir\u00a0del\u00a0contrato\u00a0aquí" },
];
