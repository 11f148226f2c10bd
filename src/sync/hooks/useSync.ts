import { useContext } from 'react';
import { SyncContext, type SyncContextValue } from './SyncContext.ts';

/** The signed-in person's engine and the current entity; throws outside `<SyncProvider>`. */
export function useSync(): SyncContextValue {
  const value = useContext(SyncContext);
  if (!value) throw new Error('useSync needs a SyncProvider above it');
  return value;
}
