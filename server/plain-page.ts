const words = {
  400: ["Petición no válida", "No hemos entendido lo que pide tu navegador."],
  405: ["Método no permitido", "Esta dirección solo se puede leer."],
  408: ["Tiempo agotado", "La petición ha tardado demasiado en llegar."],
  500: ["Algo ha fallado", "El fallo es nuestro. Vuelve a intentarlo dentro de un momento."],
  503: ["Un momento", "Ahora mismo no podemos contestar. Vuelve a intentarlo enseguida."],
} as const;

export type PlainStatus = keyof typeof words;

/**
 * A page for errors without a page of the shop: HTML only, because no other file may be available.
 */
export function plainPage(status: PlainStatus, brand: string): string {
  const [title, text] = words[status];
  return (
    '<!DOCTYPE html><html lang="es"><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title} · ${brand}</title><h1>${title}</h1><p>${text}</p>` +
    '<p><a href="/">Volver al Inicio</a></p></html>\n'
  );
}

export const plainPageType = { "Content-Type": "text/html; charset=utf-8" };
