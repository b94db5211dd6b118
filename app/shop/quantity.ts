/** How many bottles one order may hold (spec §4). */
export const quantityLimits = { min: 1, max: 10 } as const;

export const canReduce = (quantity: number) => quantity > quantityLimits.min;
export const canIncrease = (quantity: number) => quantity < quantityLimits.max;
