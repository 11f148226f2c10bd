import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../domain/listQuery.ts';

/**
 * Storage key of the page size for all lists. The size suits this device's window, so it does not depend on who is
 * signed in.
 */
const KEY = 'ops-rows-per-page';

/** The page size last selected on this device, in any list; 10 by default, as in the documents (SAL-4). */
export function chosenRows(): number {
  try {
    const stored = Number(localStorage.getItem(KEY));
    return (PAGE_SIZES as readonly number[]).includes(stored) ? stored : DEFAULT_PAGE_SIZE;
  } catch {
    return DEFAULT_PAGE_SIZE;
  }
}

/** Stores the selected page size for all lists. If the storage is full or blocked, it is simply not remembered. */
export function chooseRows(count: number): void {
  try {
    localStorage.setItem(KEY, String(count));
  } catch {
    // The current list's URL still contains the size.
  }
}
