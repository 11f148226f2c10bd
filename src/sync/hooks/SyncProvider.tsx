import { useEffect, useMemo, type ReactNode } from 'react';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { SyncContext } from './useSync.ts';

export interface SyncProviderProps {
  client: SyncClient;
  /** Current entity; a change moves the mirror and the event stream with it. */
  entity: Country;
  children: ReactNode;
}

/** Provides a signed-in person's engine and current entity to every hook below it. */
export function SyncProvider({ client, entity, children }: SyncProviderProps) {
  const value = useMemo(() => ({ client, entity }), [client, entity]);
  useEffect(() => client.setEntity(entity), [client, entity]);
  return <SyncContext.Provider value={value}>{children}</SyncContext.Provider>;
}
