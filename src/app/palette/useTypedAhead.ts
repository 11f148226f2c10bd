import { useLayoutEffect, useRef, useState } from 'react';

/** What is typed between opening a search box and its being there. */
export interface TypedAhead {
  /** What was typed until now, with a line break for an Enter. */
  text: () => string;
  /** The box is there and takes the keys itself. */
  end: () => void;
}

/**
 * Keeps what a person types while the code of a search box still loads, so that a quick Ctrl+K, a name and Enter lose no
 * key.
 *
 * @param waiting the box was requested; each time it becomes true, an empty text begins
 */
export function useTypedAhead(waiting: boolean): TypedAhead {
  const text = useRef('');
  const stop = useRef<(() => void) | undefined>(undefined);
  // Before the effect with which a box that is there at once says so.
  useLayoutEffect(() => {
    if (!waiting) return;
    const focused = document.activeElement;
    const onKey = (event: KeyboardEvent): void => {
      // What took the focus meanwhile, such as the dialog that offers Retry, takes its keys too.
      if (document.activeElement !== focused) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const typed = event.key === 'Enter' ? '\n' : event.key;
      if (typed === 'Backspace') text.current = text.current.slice(0, -1);
      else if ([...typed].length === 1) text.current += typed;
      else return;
      // Neither the page behind it nor what has the focus takes it as a key of its own.
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    const end = () => document.removeEventListener('keydown', onKey, { capture: true });
    stop.current = end;
    return () => {
      end();
      text.current = '';
    };
  }, [waiting]);
  const [typedAhead] = useState<TypedAhead>(() => ({ text: () => text.current, end: () => stop.current?.() }));
  return typedAhead;
}
