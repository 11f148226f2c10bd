// @vitest-environment happy-dom
import type { RouterHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { leaveGuard } from './leaveGuard.ts';

type Blocker = Parameters<RouterHistory['block']>[0];

/**
 * A guarded history: `step` returns whether a browser navigation is blocked, and `steps` records the guard's own
 * navigations.
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

describe('navigation blocked by a dialog', () => {
  it('a blocked navigation continues once the person agrees and the history is back at the page', async () => {
    const { steps, step, leave } = guarded(true);
    expect(step('BACK', 4, 3)).toBe(true);
    leave();
    await settle();
    // The browser would ignore a second step while the step back is still in progress.
    expect(steps).toEqual([]);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await settle();
    expect(steps).toEqual([-1]);
  });

  it('if the history went back long ago, a blocked navigation continues immediately, by the original number of steps', async () => {
    const { steps, step, leave } = guarded(true);
    expect(step('GO', 2, 5)).toBe(true);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await settle();
    leave();
    await settle();
    expect(steps).toEqual([3]);
  });
});

it('navigation that a dialog allows or the program performs is not blocked', () => {
  expect(guarded(false).step('BACK', 4, 3)).toBe(false);
  expect(guarded(true).step('PUSH', 4, 5)).toBe(false);
});

it.each([
  [{}, false],
  [{ unload: true }, true],
])('a dialog with %j lets a reload or a closed tab ask: %s', (options, asks) => {
  const asked: Blocker['enableBeforeUnload'][] = [];
  const block = ({ enableBeforeUnload }: Blocker) => {
    asked.push(enableBeforeUnload);
    return () => undefined;
  };
  leaveGuard({ block, go: () => undefined })(() => true, options);
  expect(asked).toEqual([asks]);
});
