/** The hours at which home shows Madrid's light, from its first view to its last picture. */
export const afternoon = ["17:00", "17:45", "18:30"] as const;
export const nightfall = ["19:30", "21:00"] as const;

export type Hour = (typeof afternoon | typeof nightfall)[number];
