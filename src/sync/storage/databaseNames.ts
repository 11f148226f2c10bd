/**
 * Names of a person's databases on this device. Kept in a separate file, so that signing out, or listing existing
 * databases, does not load the database code.
 */

export const mirrorName = (userId: number): string => `ops-mirror-${userId}`;
export const outboxName = (userId: number): string => `ops-outbox-${userId}`;
export const draftsName = (userId: number): string => `ops-drafts-${userId}`;
export const activityName = (userId: number): string => `ops-activity-${userId}`;
export const pinsName = (userId: number): string => `ops-pins-${userId}`;
export const importsName = (userId: number): string => `ops-imports-${userId}`;

/** Returns the person to whom the database with this name belongs; undefined if it does not belong to a person. */
export const ownerOf = (databaseName: string): number | undefined => {
  const id = /^ops-(?:mirror|outbox|drafts|activity|pins|imports)-(\d+)$/.exec(databaseName)?.[1];
  return id === undefined ? undefined : Number(id);
};
