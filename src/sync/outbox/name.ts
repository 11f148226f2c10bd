/** Name of a person's outbox database; apart from it, so that signing out needs no more than the name. */
export const outboxName = (userId: number): string => `ops-outbox-${userId}`;
