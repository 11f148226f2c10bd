import type { Dexie } from 'dexie';

/**
 * Closes this build's connection permanently when a newer build is about to change the database's tables, so that an
 * old tab cannot write to the new ones (TAB1). A deletion (sign-out, rebuild) only interrupts the connection: the next
 * use reopens it.
 */
export function closeForNewer(db: Dexie): void {
  db.on('versionchange', event => {
    db.close({ disableAutoOpen: Boolean(event.newVersion) });
    // Dexie's own handler would do the same, but log a console warning.
    return false;
  });
}
