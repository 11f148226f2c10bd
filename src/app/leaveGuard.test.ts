// @vitest-environment happy-dom
import type { RouterHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { leaveGuard } from './leaveGuard.ts';

type Blocker = Parameters<RouterHistory['block']>[0];

/**
 * A guarded history: `step` returns whether a browser navigation is blocked, and `steps` lists the guard's own steps.
 */
function guarded(stays: boolean) {
  const steps: number[] = [];
  let blocker: Blocker | undefined;
  let leave: () => void = () => undefined;
  const guard = leaveGuard({
    block: own => {
      blocker = own;
      return () => undefined;
    },
    go: step => void steps.push(step),
  });
  guard(goOn => {
    leave = goOn;
    return stays;
  });
  const at = (place: number) => ({ href: '', pathname: '', search: '', hash: '', state: { __TSR_index: place } });
  const step = (action: 'BACK' | 'FORWARD' | 'GO' | 'PUSH', from: number, to: number) =>
    blocker?.blockerFn({ action, currentLocation: at(from), nextLocation: at(to) });
  return { steps, step, leave: () => leave() };
}

const settle = () => new Promise(resolve => setTimeout(resolve, 0));

describe('a navigation that a dialog blocks', () => {
  it('a blocked navigation continues once the person agrees and the history is back at the page', async () => {
    const { steps, step, leave } = guarded(true);
    expect(step('BACK', 4, 3)).toBe(true);
    leave();
    await settle();
    // The browser would drop a second step while the step back is still in progress.
    expect(steps).toEqual([]);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await settle();
    expect(steps).toEqual([-1]);
  });

  it('a blocked navigation continues immediately if the history has been back for a while, as far as it was meant to go', async () => {
    const { steps, step, leave } = guarded(true);
    expect(step('GO', 2, 5)).toBe(true);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await settle();
    leave();
    await settle();
    expect(steps).toEqual([3]);
  });
});

it('a navigation that a dialog allows, or that the program makes, is not blocked', () => {
  expect(guarded(false).step('BACK', 4, 3)).toBe(false);
  expect(guarded(true).step('PUSH', 4, 5)).toBe(false);
});
