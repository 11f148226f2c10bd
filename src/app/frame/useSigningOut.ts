import { useCallback, useState } from 'react';
import {
  draftCounts,
  importCounts,
  lastOf,
  signOut,
  undecidedCount,
  unsentCount,
  type Decided,
  type Started,
} from '../../sync/session/session.ts';
import { NO_IMPORTS, type OpenCounts } from '../../screens/shared/thingsText.ts';
import { reportError } from '../monitoring.ts';
import { notices } from '../notices/noticeStore.ts';
import { forgetPages } from '../recent.ts';
import { reloadSession, type SessionState } from '../session/sessionStore.ts';

/** The person's data that exists only on this device; signing out asks what to do with it. */
export interface Unsent {
  /** Number of changes not yet sent to the server, including imports and bulk changes. */
  changes: number;
  /** Number of these changes that are not sent until the person decides, because they were refused or conflict. */
  undecided: number;
  /** How many of the changes, and of the undecided ones, are imports and bulk changes. */
  imports: OpenCounts;
  /** Forms and imports started but not applied. */
  drafts: Started;
}

/** Number of all things that are unsent. */
export const unsentTotal = ({ changes, drafts }: Pick<Unsent, 'changes' | 'drafts'>): number =>
  changes + drafts.forms + drafts.imports;

export const isAnything = (unsent: Pick<Unsent, 'changes' | 'drafts'>): boolean => unsentTotal(unsent) > 0;

interface Asked {
  unsent: Unsent;
  offline: boolean;
  /** The last write that the question covers; undefined if it could not be read. */
  last: Decided | undefined;
}

export interface SigningOut {
  /** The question to the person: what is unsent, and whether signing in again is currently impossible. */
  asking: { unsent: Unsent; offline: boolean } | null;
  start: (everywhere: boolean) => void;
  cancel: () => void;
  confirm: (options: { discard: boolean }) => void;
}

/** Signs out: asks first if there is unsent work (issue 1.6), then removes the data from this device. */
export function useSigningOut({ session, client }: SessionState): SigningOut {
  const { userId } = session.info;
  const [asked, setAsked] = useState<(Asked & { everywhere: boolean }) | null>(null);

  const leave = useCallback(
    async (everywhere: boolean, discard: boolean, last: Decided | undefined): Promise<void> => {
      // The server ends the push subscription with the session; this suppresses a message that is already on its way.
      void import('../../sync/actions/pushHere.ts')
        .then(({ unsubscribeHere }) => unsubscribeHere())
        .catch(() => undefined);
      try {
        const provider = await signOut({ everywhere, discard, asked: last });
        forgetPages(userId);
        notices.clear();
        // The session has ended, so all of its open pages navigate to the sign-in page.
        await reloadSession();
        // Otherwise, the provider's button would sign the person in again without asking.
        if (provider !== null) location.assign(provider);
      } catch (error) {
        reportError('sign-out', error);
        notices.add('error', 'Signing out failed. Your data is still on this device; try again.');
      }
    },
    [userId],
  );

  const start = useCallback(
    (everywhere: boolean): void => {
      void (async () => {
        // Read first: what is queued while the person is asked is not what they decide about (OB6).
        const last = await lastOf(userId).catch(() => undefined);
        const [changes, undecided, imports, drafts] = await Promise.all([
          unsentCount(userId).catch(() => 0),
          undecidedCount(userId).catch(() => 0),
          importCounts(userId).catch(() => NO_IMPORTS),
          draftCounts(userId).catch(() => ({ forms: 0, imports: 0 })),
        ]);
        const unsent = { changes, undecided, imports, drafts };
        const offline = client.status.getSnapshot().network === 'offline';
        if (isAnything(unsent) || offline) setAsked({ unsent, offline, everywhere, last });
        else await leave(everywhere, false, undefined);
      })();
    },
    [userId, client, leave],
  );

  return {
    asking: asked,
    start,
    cancel: () => setAsked(null),
    confirm({ discard }) {
      setAsked(null);
      void leave(asked?.everywhere ?? false, discard, asked?.last);
    },
  };
}
