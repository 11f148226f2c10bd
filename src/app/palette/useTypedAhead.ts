import { useLayoutEffect, useRef, useState } from 'react';

/** Text typed between the request for a search box and its appearance. */
export interface TypedAhead {
  /** The text typed so far, with a line break for each Enter. */
  text: () => string;
  /** Called when the box exists and handles key presses itself. */
  end: () => void;
}

/**
 * Captures what a person types while a search box's code is loading, so that no key press is lost when Ctrl+K, a name
 * and Enter are typed quickly.
 *
 * @param waiting whether the box was requested; each time it becomes true, the text starts empty
 */
export function useTypedAhead(waiting: boolean): TypedAhead {
  const text = useRef('');
  const stop = useRef<(() => void) | undefined>(undefined);
  // Runs before the effect in which an immediately available box reports that it is ready.
  useLayoutEffect(() => {
    if (!waiting) return;
    const focused = document.activeElement;
    const onKey = (event: KeyboardEvent): void => {
      // An element that has received the focus meanwhile, e.g. a dialog that offers Retry, also receives the key
      // presses.
      if (document.activeElement !== focused) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const typed = event.key === 'Enter' ? '\n' : event.key;
      if (typed === 'Backspace') text.current = text.current.slice(0, -1);
      else if ([...typed].length === 1) text.current += typed;
      else return;
      // Keeps the key press from the page and the focused element.
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
