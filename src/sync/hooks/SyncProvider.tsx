import { useEffect, useMemo, type ReactNode } from 'react';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { SyncContext } from './useSync.ts';

export interface SyncProviderProps {
  client: SyncClient;
  /** Current entity; changing it switches the mirror and the event stream too. */
  entity: Country;
  children: ReactNode;
}

/** Provides a signed-in person's engine and current entity to the hooks below it. */
export function SyncProvider({ client, entity, children }: SyncProviderProps) {
  const value = useMemo(() => ({ client, entity }), [client, entity]);
  useEffect(() => client.setEntity(entity), [client, entity]);
  return <SyncContext.Provider value={value}>{children}</SyncContext.Provider>;
}
