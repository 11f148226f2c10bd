import type { ParsedLocation, RouterHistory } from '@tanstack/react-router';
import type { GuardOptions, LeaveGuard } from '../ui/UiContext.ts';

/** The router's own index for a history entry. */
const PLACE = '__TSR_index';

const placeOf = (state: ParsedLocation['state']): number => state[PLACE];

/** Resolves when the browser has finished its next history step. */
const nextStep = (): Promise<void> =>
  new Promise(resolve => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });

/**
 * Lets open dialogs block the browser's Back and Forward. Navigation by the program itself, e.g. to the sign-in page
 * when a session ends, is never blocked: typed text is then kept as a draft. The browser asks before a reload or a closed
 * tab only if `unload` is set.
 */
export const leaveGuard =
  (history: Pick<RouterHistory, 'block' | 'go'>) =>
  (ask: LeaveGuard, { unload = false }: GuardOptions = {}): (() => void) =>
    history.block({
      enableBeforeUnload: unload,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false;
        const steps = placeOf(nextLocation.state) - placeOf(currentLocation.state);
        let returned = Promise.resolve();
        const stays = ask(() => void returned.then(() => history.go(steps, { ignoreBlocker: true })));
        // The router moves the history back to the entry it came from; the browser ignores a step requested before that
        // has finished.
        if (stays) returned = nextStep();
        return stays;
      },
    });
