import { useEffect, useRef, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button, input:not([type="file"]), select, textarea, [tabindex="0"]';
/** Quiet time after the last change before the focus is put where the person was, in milliseconds. */
const SETTLED = 150;

/**
 * Keeps the keyboard's place in a dialog whose focused part goes away: a file that is removed, a cell that is right now. The
 * surface takes the focus at once, so that Escape goes on to work; once all is settled it goes to what stands in that place.
 *
 * @param busy what is under way may still change the parts
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
    let place = -1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const parts = () =>
      [...surface.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
        part => part.tabIndex >= 0 && !part.matches(':disabled'),
      );
    const lost = () => document.activeElement === document.body || document.activeElement === surface;
    const settle = () => {
      if (!lost()) return;
      if (waits.current) {
        timer = setTimeout(settle, SETTLED);
        return;
      }
      const all = parts();
      all[Math.min(place, all.length - 1)]?.focus();
    };
    const look = () => {
      if (place < 0 || !lost()) return;
      surface.focus({ preventScroll: true });
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED);
    };
    const note = ({ target }: FocusEvent) => {
      const at = parts().indexOf(target as HTMLElement);
      if (at >= 0) place = at;
    };
    // Who clicks beside everything wants the focus nowhere.
    const leave = ({ target }: Event) => {
      if (!(target as Element).closest(FOCUSABLE)) place = -1;
    };
    const observer = new MutationObserver(look);
    observer.observe(surface, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    surface.addEventListener('focusin', note);
    surface.addEventListener('pointerdown', leave);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      surface.removeEventListener('focusin', note);
      surface.removeEventListener('pointerdown', leave);
    };
  }, []);
  return ref;
}
