/**
 * Names of a person's databases on this device. They are apart from the databases, so that signing out, or a look at what
 * is there, loads no more than a name.
 */

export const mirrorName = (userId: number): string => `ops-mirror-${userId}`;
export const outboxName = (userId: number): string => `ops-outbox-${userId}`;
export const draftsName = (userId: number): string => `ops-drafts-${userId}`;
export const activityName = (userId: number): string => `ops-activity-${userId}`;
export const pinsName = (userId: number): string => `ops-pins-${userId}`;
export const importsName = (userId: number): string => `ops-imports-${userId}`;

/** Whose database it is, by its name; undefined for any that is not a person's. */
export const ownerOf = (databaseName: string): number | undefined => {
  const id = /^ops-(?:mirror|outbox|drafts|activity|pins|imports)-(\d+)$/.exec(databaseName)?.[1];
  return id === undefined ? undefined : Number(id);
};
