import { useLayoutEffect, useRef, useState } from 'react';

/** Text typed after a search box is requested and before it appears. */
export interface TypedAhead {
  /** The text typed so far, with a line break for each Enter. */
  text: () => string;
  /** Called when the box exists and handles the keys itself. */
  end: () => void;
}

/**
 * Captures what a person types while a search box's code is loading, so that no key of a quick Ctrl+K, a name and Enter
 * is lost.
 *
 * @param waiting whether the box was requested; each time it becomes true, the text starts empty
 */
export function useTypedAhead(waiting: boolean): TypedAhead {
  const text = useRef('');
  const stop = useRef<(() => void) | undefined>(undefined);
  // Runs before the effect with which an immediately available box reports that it is ready.
  useLayoutEffect(() => {
    if (!waiting) return;
    const focused = document.activeElement;
    const onKey = (event: KeyboardEvent): void => {
      // An element that has received the focus in the meantime, such as the dialog that offers Retry, gets its keys
      // too.
      if (document.activeElement !== focused) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const typed = event.key === 'Enter' ? '\n' : event.key;
      if (typed === 'Backspace') text.current = text.current.slice(0, -1);
      else if ([...typed].length === 1) text.current += typed;
      else return;
      // Neither the page nor the focused element may handle the key.
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
