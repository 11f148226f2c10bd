/** Name of a person's drafts database; apart from it, so that signing out needs no more than the name. */
export const draftsName = (userId: number): string => `ops-drafts-${userId}`;
