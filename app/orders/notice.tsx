/** A shop with simulated orders has no owner who announces anything. */
export const Notice = () => null;
