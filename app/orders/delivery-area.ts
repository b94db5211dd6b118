/** In the words of the specification (§9). */
export const deliveryArea = "España y Europa";
