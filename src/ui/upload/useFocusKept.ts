import { useEffect, useRef, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button, input:not([type="file"]), select, textarea, [tabindex="0"]';
/** Time in milliseconds for which the dialog must remain unchanged before the focus is restored. */
const SETTLED = 150;

/** Marks the control that receives the focus when the dialog opens. */
export const FOCUS_FIRST = { 'data-focus-first': '' } as const;
/** Selector of that control. */
export const FOCUSED_FIRST = '[data-focus-first]';
/**
 * Marks a list whose cells can be corrected; the value is the list's name, by which it is recognized after a rerender.
 */
export const FOCUS_LIST = 'data-focus-list';

/** Marks a button that applies to a whole row of such a list and precedes the row's cells. */
export const FOCUS_ROW = { 'data-focus-row': '' } as const;

/**
 * The position of the focus: the index of the focused part among all parts and, within a list, the list's name and the
 * index of the part's cell.
 */
interface Place {
  at: number;
  list: string | null;
  cell: number;
}

const cellsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('input')];

/**
 * Preserves the keyboard position in a dialog whose focused part disappears, e.g. because a file is removed or a cell
 * is corrected. The dialog's surface takes the focus immediately, so that Escape still works. Once the dialog is
 * stable, the focus moves to the part now at that position: within a list, to the cell there or the last one; if the
 * list is gone, to the selected tab.
 *
 * @param busy whether work in progress may still change the parts
 */
export function useFocusKept(busy: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const waits = useRef(busy);
  useEffect(() => {
    waits.current = busy;
  }, [busy]);

  useEffect(() => {
    const surface = ref.current;
    if (!surface) return undefined;
    let place: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const parts = () =>
      [...surface.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
        part => part.tabIndex >= 0 && !part.matches(':disabled'),
      );
    const lost = () => document.activeElement === document.body || document.activeElement === surface;
    const heir = ({ at, list: name, cell }: Place): HTMLElement | undefined => {
      const all = parts();
      const inPlace = all[Math.min(at, all.length - 1)];
      if (name === null) return inPlace;
      const list = surface.querySelector<HTMLElement>(`[${FOCUS_LIST}="${name}"]`);
      if (!list) return all.find(part => part.matches('[role="tab"]')) ?? inPlace;
      const cells = cellsOf(list);
      return cells[Math.min(cell, cells.length - 1)] ?? list;
    };
    const settle = () => {
      if (!lost() || !place) return;
      if (waits.current) {
        timer = setTimeout(settle, SETTLED);
        return;
      }
      heir(place)?.focus();
    };
    const look = () => {
      if (!place || !lost()) return;
      surface.focus({ preventScroll: true });
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED);
    };
    const note = ({ target }: FocusEvent) => {
      const part = target as HTMLElement;
      const at = parts().indexOf(part);
      if (at < 0) return;
      const list = part.closest(`[${FOCUS_LIST}]`);
      // A button follows the cell to which it applies, or precedes the cells of its row.
      const upTo = (cell: Element) =>
        (cell.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 || cell === part;
      const before = list ? cellsOf(list).filter(upTo).length : 0;
      const cell = part.matches('[data-focus-row]') ? before : Math.max(0, before - 1);
      place = { at, list: list?.getAttribute(FOCUS_LIST) ?? null, cell };
    };
    // A click outside every control is meant to remove the focus.
    const leave = ({ target }: Event) => {
      if (!(target as Element).closest(FOCUSABLE)) place = null;
    };
    const observer = new MutationObserver(look);
    observer.observe(surface, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    surface.addEventListener('focusin', note);
    surface.addEventListener('pointerdown', leave);
    // The dialog has focused its first part, which is not where the person wants to start.
    surface.querySelector<HTMLElement>(FOCUSED_FIRST)?.focus();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      surface.removeEventListener('focusin', note);
      surface.removeEventListener('pointerdown', leave);
    };
  }, []);
  return ref;
}
