/** Orders are simulated, so machines read of the house, and of no product: without an offer it is an error to them. */
export const structuredData = (house: { "@type": string }, _description: string) => [house];
