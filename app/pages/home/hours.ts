/** The hours of the pictures on home: those of the first view, and those near the end of the page. */
export const afternoon = ["17:00", "17:45", "18:30"] as const;
export const nightfall = ["19:30", "21:00"] as const;

export type Hour = (typeof afternoon | typeof nightfall)[number];
