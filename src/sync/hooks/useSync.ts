import { createContext, useContext } from 'react';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';

export interface SyncContextValue {
  client: SyncClient;
  /** The current entity. */
  entity: Country;
}

/** The context provided by `<SyncProvider>`. */
export const SyncContext = createContext<SyncContextValue | null>(null);

/** Returns the signed-in person's engine and the current entity; throws outside `<SyncProvider>`. */
export function useSync(): SyncContextValue {
  const value = useContext(SyncContext);
  if (!value) throw new Error('useSync needs a SyncProvider above it');
  return value;
}
