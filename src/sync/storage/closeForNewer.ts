import type { Dexie } from 'dexie';

/**
 * A newer build is about to change this database's tables: this build's connection ends for good, so that an old tab
 * cannot write into the new ones (TAB1). A deletion (sign-out, rebuild) only interrupts it: the next use opens it again.
 */
export function closeForNewer(db: Dexie): void {
  db.on('versionchange', event => {
    db.close({ disableAutoOpen: Boolean(event.newVersion) });
    // Dexie's own handler would do the same with a warning on the console.
    return false;
  });
}
