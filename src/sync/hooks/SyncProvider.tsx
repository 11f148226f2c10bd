import { useEffect, useMemo, type ReactNode } from 'react';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { SyncContext } from './useSync.ts';

export interface SyncProviderProps {
  client: SyncClient;
  /** The current entity; changing it also switches the mirror and the event stream. */
  entity: Country;
  children: ReactNode;
}

/** Provides the hooks below it with the signed-in person's engine and current entity. */
export function SyncProvider({ client, entity, children }: SyncProviderProps) {
  const value = useMemo(() => ({ client, entity }), [client, entity]);
  useEffect(() => client.setEntity(entity), [client, entity]);
  return <SyncContext.Provider value={value}>{children}</SyncContext.Provider>;
}
