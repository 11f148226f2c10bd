import { useEffect, useState } from 'react';
import type { Country } from '../../domain/country.ts';
import { askWarehouses, keptWarehouses, type Warehouses } from '../list/warehouses.ts';
import { useSync } from './useSync.ts';

/** Null if the server is unreachable and this device has no earlier response. */
export type WarehouseAnswer = Warehouses | null | undefined;

/**
 * A country's seller and WMS warehouses, from which channels ship (CHC-15, CHC-42): first from this device's cache,
 * then from the server. Requested again whenever the country changes.
 *
 * @returns undefined while loading, null if unknown
 */
export function useWarehouses(country: Country): { answer: WarehouseAnswer; retry: () => void } {
  const { client, entity } = useSync();
  const [found, setFound] = useState<{ asked: string; answer: Warehouses | null } | null>(null);
  const [turn, setTurn] = useState(0);
  const key = `${entity} ${country} ${turn}`;
  useEffect(() => {
    let over = false;
    const show = (answer: Warehouses | null) => over || setFound({ asked: key, answer });
    const load = async () => {
      const db = await client.mirror;
      const kept = db ? await keptWarehouses(db, entity, country).catch(() => null) : null;
      if (kept) show(kept);
      const asked = await askWarehouses(client, db, entity, country).catch(() => null);
      if (asked || !kept) show(asked);
    };
    void load();
    return () => {
      over = true;
    };
  }, [client, country, entity, key]);
  return { answer: found?.asked === key ? found.answer : undefined, retry: () => setTurn(turn + 1) };
}

/** Caches the current country's warehouses when its channels are viewed, so that they can also be selected offline. */
export function useKeptWarehouses(): void {
  const { client, entity } = useSync();
  useEffect(() => {
    void client.mirror.then(db => db && askWarehouses(client, db, entity, entity)).catch(() => undefined);
  }, [client, entity]);
}
