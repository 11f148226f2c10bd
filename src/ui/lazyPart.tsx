import { createElement, useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { PartMissing } from './PartMissing.tsx';

/** Says why a part of the console did not open and what to do. */
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

/** So long (milliseconds) code may take before it counts as missing; it is drawn all the same when it comes later. */
const LOAD_MOST = 5000;

type Loading = 'loading' | 'missing' | 'again';

/**
 * A component whose code is loaded when it is first drawn. Unlike React.lazy a failure is said and not kept: Retry loads it
 * again in place, Close takes it away. What is open around it stays as it is.
 *
 * @param Waiting is in its place, with its props, until the code is there
 * @param asked a person requested the part; if nobody did, Waiting alone says why it is not there, and its owner is notified
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P & Instead>,
  asked = Waiting === undefined,
): ComponentType<P & Missing> {
  let Part: ComponentType<P> | null = null;
  return function LazyPart({ onMissing, ...rest }: P & Missing) {
    const props = rest as unknown as P;
    const { close, onClose, onCancel } = props as Closable;
    const takeAway = onMissing ?? close ?? onClose ?? onCancel;
    const [, redraw] = useState(false);
    const [state, setState] = useState<Loading>('loading');
    const here = useRef(true);
    const latest = useRef(takeAway);
    useEffect(() => {
      latest.current = takeAway;
    });
    const begin = useCallback(() => {
      const timer = setTimeout(() => here.current && setState('missing'), LOAD_MOST);
      load().then(
        loaded => {
          clearTimeout(timer);
          Part = loaded;
          if (here.current) redraw(true);
        },
        () => {
          clearTimeout(timer);
          if (!here.current) return;
          setState('missing');
          if (!asked) latest.current?.();
        },
      );
    }, []);
    useEffect(() => {
      here.current = true;
      if (!Part) begin();
      return () => {
        here.current = false;
      };
    }, [begin]);
    if (Part) return createElement(Part, props);
    const missing = state === 'missing' || state === 'again';
    return (
      <>
        {Waiting && createElement(Waiting, missing ? { ...props, reason: PART_MISSING } : props)}
        {missing && asked && (
          <PartMissing
            text={PART_MISSING}
            trying={state === 'again'}
            onRetry={() => {
              setState('again');
              begin();
            }}
            onClose={takeAway}
          />
        )}
      </>
    );
  };
}
