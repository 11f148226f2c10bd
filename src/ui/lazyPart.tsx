import { createElement, useEffect, useRef, useState, type ComponentType } from 'react';
import { useUi } from './UiContext.ts';

/** Says why a part of the console did not open, and what to do. */
export const PART_MISSING =
  'This part of the console could not be loaded. Try again once the server can be reached; after a new release, reload the page.';

/** The names under which a part's owner takes it away again. */
interface Closable {
  close?: () => void;
  onClose?: () => void;
  onCancel?: () => void;
}

interface Missing {
  /** Takes the part away when its code cannot be loaded; its own close, onClose or onCancel when left out. */
  onMissing?: () => void;
}

/** Why the part is not there, once its code could not be loaded. */
interface Instead {
  reason?: string;
}

/**
 * A component whose code is loaded when it is first drawn. Unlike React.lazy a failure is told and not kept: the part
 * closes itself, so that opening it again tries again. What is open around it stays as it is.
 *
 * @param Waiting stands in its place, with its props, until the code is there, and tells the reason where it does not come: nobody
 *   may have asked for it, so that nothing else does
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P & Instead>,
): ComponentType<P & Missing> {
  let Part: ComponentType<P> | null = null;
  return function LazyPart({ onMissing, ...rest }: P & Missing) {
    const props = rest as unknown as P;
    const { notify } = useUi();
    const [, redraw] = useState(false);
    const [missing, setMissing] = useState(false);
    const latest = useRef({ tell: (_text: string): void => undefined, gone: () => undefined as void });
    useEffect(() => {
      const { close, onClose, onCancel } = props as Closable;
      latest.current = {
        tell: Waiting ? () => undefined : notify.error,
        gone: () => (onMissing ?? close ?? onClose ?? onCancel)?.(),
      };
    });
    useEffect(() => {
      if (Part) return undefined;
      let here = true;
      load().then(
        loaded => {
          Part = loaded;
          if (here) redraw(true);
        },
        () => {
          if (!here) return;
          setMissing(true);
          latest.current.tell(PART_MISSING);
          latest.current.gone();
        },
      );
      return () => {
        here = false;
      };
    }, []);
    if (Part) return createElement(Part, props);
    return Waiting ? createElement(Waiting, missing ? { ...props, reason: PART_MISSING } : props) : null;
  };
}
