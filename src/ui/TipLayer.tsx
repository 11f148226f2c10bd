import { useEffect, useRef, useState, type RefObject } from 'react';

/** LIST-14: a long text's tooltip appears after half a second. */
const FULL_TEXT_DELAY = 500;
const TIP_DELAY = 250;
/** Time for the pointer to cross from the element to its tooltip. */
const LINGER = 250;

/** Room that tall letters take beyond their line without being cut. */
const SLACK = 6;

/** Whether part of a text is cut off, at the right or below. */
const isCut = (cell: HTMLElement): boolean =>
  cell.dataset['cut'] !== undefined ||
  cell.scrollWidth > cell.clientWidth ||
  cell.scrollHeight > cell.clientHeight + SLACK;

/** What an element's tooltip says, and after how long: an explanation (`data-tip`), or its whole text where it is cut. */
function tipOf(from: EventTarget | null): { target: HTMLElement; text: string; delay: number } | null {
  const target = from instanceof Element ? from.closest<HTMLElement>('[data-tip], [data-full]') : null;
  if (!target) return null;
  const { tip, full } = target.dataset;
  if (tip !== undefined) return { target, text: tip, delay: TIP_DELAY };
  return full !== undefined && isCut(target) ? { target, text: full, delay: FULL_TEXT_DELAY } : null;
}

/** What a focused row keeps out of sight: the texts of its cut cells, shown at the first of them. */
function tipOfRow(from: EventTarget | null): { target: HTMLElement; text: string } | null {
  if (!(from instanceof HTMLElement) || from.dataset['row'] === undefined) return null;
  const cut = [...from.querySelectorAll<HTMLElement>('[data-full]')].filter(isCut);
  return cut[0] ? { target: cut[0], text: cut.map(cell => cell.dataset['full']).join(', ') } : null;
}

type TipView = typeof import('./Tip.tsx').default;

/**
 * One tooltip for everything inside an element: the explanation of what carries `data-tip`, the whole text of a cell that
 * is cut off (`data-full`). A tooltip per cell would cost more than the rows themselves; its code is loaded when the
 * first one is due. Escape closes it, and the pointer may rest on it.
 */
export function TipLayer({ within }: { within: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<{ target: HTMLElement; text: string; View: TipView } | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const [hold] = useState(() => ({
    keep: () => window.clearTimeout(timer.current),
    leave: () => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setShown(null), LINGER);
    },
  }));

  useEffect(() => {
    const root = within.current;
    if (!root) return undefined;
    let wanted: HTMLElement | null = null;
    const hide = () => {
      wanted = null;
      window.clearTimeout(timer.current);
      setShown(null);
    };
    const show = (target: HTMLElement, text: string) =>
      // A tooltip whose code cannot be loaded is skipped; the next one tries again.
      void import('./Tip.tsx').then(
        module => wanted === target && target.isConnected && setShown({ target, text, View: module.default }),
        () => undefined,
      );
    const leave = () => {
      wanted = null;
      hold.leave();
    };
    // Onto the tooltip, which is outside: its own events came before this one.
    const out = ({ relatedTarget: to }: PointerEvent) => {
      if (!(to instanceof Element && to.closest('[role="tooltip"]'))) leave();
    };
    const over = (event: Event) => {
      const found = tipOf(event.target);
      if (!found) return leave();
      if (found.target === wanted) return undefined;
      hide();
      wanted = found.target;
      timer.current = window.setTimeout(() => show(found.target, found.text), found.delay);
      return undefined;
    };
    const focus = (event: FocusEvent) => {
      if (!(event.target instanceof Element && event.target.matches(':focus-visible'))) return;
      const row = tipOfRow(event.target);
      const found = row ?? tipOf(event.target);
      if (!found || (!row && found.target.dataset['tip'] === undefined)) return;
      hide();
      wanted = found.target;
      // Rows are passed by with the arrow keys: what a row hides waits as it does for the pointer.
      if (row) timer.current = window.setTimeout(() => show(found.target, found.text), FULL_TEXT_DELAY);
      else show(found.target, found.text);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const ended = new AbortController();
    const quiet = { passive: true, signal: ended.signal };
    root.addEventListener('pointerover', over, quiet);
    root.addEventListener('pointerleave', out, quiet);
    root.addEventListener('pointerdown', hide, quiet);
    root.addEventListener('focusin', focus, quiet);
    root.addEventListener('focusout', hide, quiet);
    root.addEventListener('scroll', hide, { ...quiet, capture: true });
    document.addEventListener('keydown', key, quiet);
    return () => {
      window.clearTimeout(timer.current);
      ended.abort();
    };
  }, [within, hold]);

  if (!shown) return null;
  const { View } = shown;
  return <View target={shown.target} text={shown.text} onOver={hold.keep} onOut={hold.leave} />;
}
