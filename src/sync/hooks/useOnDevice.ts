import { useEffect, useState } from 'react';
import { findOnDevice } from './findOnDevice.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListRow } from '../../contract/listData.ts';
import { useSync } from './useSync.ts';

/**
 * A record as known to this device (findOnDevice); null if it is unknown here, undefined during the search.
 * @param filters that match only this record; null if there is nothing to search for
 * @param recordKey the record's key as in writes
 */
export function useOnDevice<F extends Row, R extends Row>(
  source: ListSource<F, R>,
  filters: F | null,
  recordKey: string,
): ListRow<R> | null | undefined {
  const { client, entity } = useSync();
  const [found, setFound] = useState<{ key: string; row: ListRow<R> | null } | null>(null);
  const key = `${entity}|${recordKey}`;
  const asks = filters !== null;
  useEffect(() => {
    let current = true;
    if (filters)
      void findOnDevice(client, entity, source, filters, recordKey)
        .catch(() => null)
        .then(row => current && setFound({ key, row }));
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the record
  }, [client, source, key, asks]);
  if (!asks) return null;
  return found?.key === key ? found.row : undefined;
}
