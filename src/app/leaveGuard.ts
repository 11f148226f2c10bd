import type { ParsedLocation, RouterHistory } from '@tanstack/react-router';
import type { LeaveGuard } from '../ui/UiContext.ts';

/** The router's own index of a history entry. */
const PLACE = '__TSR_index';

const placeOf = (state: ParsedLocation['state']): number => state[PLACE];

/** Resolves when the browser's next history step has finished. */
const nextStep = (): Promise<void> =>
  new Promise(resolve => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });

/**
 * Allows open dialogs to block the browser's Back and Forward. Navigation by the program itself, such as to the sign-in
 * page at the end of a session, is never blocked: typed text is then kept as a draft.
 */
export const leaveGuard =
  (history: Pick<RouterHistory, 'block' | 'go'>) =>
  (ask: LeaveGuard): (() => void) =>
    history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false;
        const steps = placeOf(nextLocation.state) - placeOf(currentLocation.state);
        let returned = Promise.resolve();
        const stays = ask(() => void returned.then(() => history.go(steps, { ignoreBlocker: true })));
        // The history returns to the entry it came from. The browser drops a step requested before that one has
        // finished.
        if (stays) returned = nextStep();
        return stays;
      },
    });
