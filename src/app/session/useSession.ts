import { useSyncExternalStore } from 'react';
import { currentSession, subscribeSession, type SessionState } from './sessionStore.ts';

/** The current session, live; null if nobody is signed in. */
export const useSession = (): SessionState | null => useSyncExternalStore(subscribeSession, currentSession);
