import { createElement, useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { PartMissing } from './PartMissing.tsx';

/** Explains why part of the console did not open and what to do. */
export const PART_MISSING =
  'This part of the console could not be loaded. Try again once the server can be reached; after a new release, reload the page.';

/** The props through which its owner can close a part. */
interface Closable {
  close?: () => void;
  onClose?: () => void;
  onCancel?: () => void;
}

interface Missing {
  /**
   * Called to close the part if its code cannot be loaded; defaults to the part's own `close`, `onClose` or `onCancel`.
   */
  onMissing?: () => void;
}

/** Why the part is missing, after its code has failed to load. */
interface Instead {
  reason?: string;
}

/**
 * Time in milliseconds that code may take to load before it is reported as missing; if it arrives later, it is still
 * rendered.
 */
const LOAD_MOST = 5000;

type Loading = 'loading' | 'missing' | 'again';

/**
 * A component whose code is loaded when it is first rendered. Unlike with React.lazy, a failure is displayed and not
 * cached: Retry loads the code again in place, and Close removes the part. The surrounding page keeps its state.
 *
 * @param Waiting rendered in its place, with the same props, until the code has loaded
 * @param asked whether a person requested the part; if not, only Waiting shows why it is missing, and its owner is
 * notified
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
