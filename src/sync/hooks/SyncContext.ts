import { createContext } from 'react';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client.ts';

export interface SyncContextValue {
  client: SyncClient;
  /** Current entity. */
  entity: Country;
}

/** What `<SyncProvider>` hands to the hooks. */
export const SyncContext = createContext<SyncContextValue | null>(null);
