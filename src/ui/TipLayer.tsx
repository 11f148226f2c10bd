import { useEffect, useRef, useState, type RefObject } from 'react';

/** LIST-14: delay before the tooltip for long text appears (half a second). */
const FULL_TEXT_DELAY = 500;
const TIP_DELAY = 250;
/** Time that the pointer may take to move from the element to its tooltip. */
const LINGER = 250;

/** Number of pixels by which tall letters may overflow their line without counting as truncated. */
const SLACK = 6;

/** Whether part of the text is truncated, at the right or at the bottom. */
const isCut = (cell: HTMLElement): boolean =>
  cell.dataset['cut'] !== undefined ||
  cell.scrollWidth > cell.clientWidth ||
  cell.scrollHeight > cell.clientHeight + SLACK;

/**
 * An element's tooltip and the delay before it appears: the element's explanation (`data-tip`), or its full text if
 * truncated.
 */
function tipOf(from: EventTarget | null): { target: HTMLElement; text: string; delay: number } | null {
  const target = from instanceof Element ? from.closest<HTMLElement>('[data-tip], [data-full]') : null;
  if (!target) return null;
  const { tip, full } = target.dataset;
  if (tip !== undefined) return { target, text: tip, delay: TIP_DELAY };
  return full !== undefined && isCut(target) ? { target, text: full, delay: FULL_TEXT_DELAY } : null;
}

/** The tooltip of a focused row: the full text of its truncated cells, placed at the first of them. */
function tipOfRow(from: EventTarget | null): { target: HTMLElement; text: string } | null {
  if (!(from instanceof HTMLElement) || from.dataset['row'] === undefined) return null;
  const cut = [...from.querySelectorAll<HTMLElement>('[data-full]')].filter(isCut);
  return cut[0] ? { target: cut[0], text: cut.map(cell => cell.dataset['full']).join(', ') } : null;
}

type TipView = typeof import('./Tip.tsx').default;

/**
 * A single tooltip shared by everything inside an element, because one tooltip per cell would cost more than the rows
 * themselves. It shows the explanation of an element with `data-tip`, or the full text of a truncated cell
 * (`data-full`). The code is loaded when the first tooltip is needed. Escape closes the tooltip, and the pointer may
 * rest on it.
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
      // If the tooltip's code fails to load, no tooltip is shown; the next attempt loads it again.
      void import('./Tip.tsx').then(
        module => wanted === target && target.isConnected && setShown({ target, text, View: module.default }),
        () => undefined,
      );
    const leave = () => {
      wanted = null;
      hold.leave();
    };
    // The pointer may move onto the tooltip, which is outside the element and receives its events before this one
    // fires.
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
      // Arrow keys move past rows quickly, so a row's tooltip is delayed just as for the pointer.
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
