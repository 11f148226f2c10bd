import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../domain/listQuery.ts';

/** Where the chosen page size of all lists is kept: it fits the window of this device, whoever is signed in. */
const KEY = 'ops-rows-per-page';

/** The page size that was chosen last on this device, in any list; the documents' 10 until then (SAL-4). */
export function chosenRows(): number {
  try {
    const stored = Number(localStorage.getItem(KEY));
    return (PAGE_SIZES as readonly number[]).includes(stored) ? stored : DEFAULT_PAGE_SIZE;
  } catch {
    return DEFAULT_PAGE_SIZE;
  }
}

/** Keeps a chosen page size for all lists. A full or forbidden storage only forgets it. */
export function chooseRows(count: number): void {
  try {
    localStorage.setItem(KEY, String(count));
  } catch {
    // The list that it was chosen in has it in its address.
  }
}
