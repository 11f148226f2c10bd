/** Name of a person's pins database; apart from it, so that signing out needs no more than the name. */
export const pinsName = (userId: number): string => `ops-pins-${userId}`;
