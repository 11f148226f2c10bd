/** Name of a person's imports database; apart from it, so that signing out needs no more than the name. */
export const importsName = (userId: number): string => `ops-imports-${userId}`;
