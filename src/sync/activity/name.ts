/** Name of a person's activity database; apart from it, so that signing out needs no more than the name. */
export const activityName = (userId: number): string => `ops-activity-${userId}`;
