/**
 * The pages that the server sends instead of these while the shop takes no orders. They are built
 * with the others and have no address of their own.
 */
export const closedPages = { "/": "/cerrado/inicio", "/checkout": "/cerrado/checkout" } as const;
