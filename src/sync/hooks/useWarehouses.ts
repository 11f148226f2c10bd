import { useEffect, useState } from 'react';
import { listWarehouses, type Warehouse } from '../../contract/channelConfigReads.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import { useSync } from './useSync.ts';

export interface Warehouses {
  seller: readonly Warehouse[];
  wms: readonly Warehouse[];
}

/** null: the server was not reached and this session has no earlier answer. */
export type WarehouseAnswer = Warehouses | null | undefined;

/** The last answers of a session, by country. */
const known = new WeakMap<SyncClient, Map<Country, Warehouses>>();
const answersOf = (client: SyncClient): Map<Country, Warehouses> => {
  const answers = known.get(client) ?? new Map<Country, Warehouses>();
  known.set(client, answers);
  return answers;
};

/**
 * Seller and WMS warehouses of a country that channels ship from (CHC-15, CHC-42): asked for whenever the country becomes another
 * one. While the server cannot be reached the last answer of the session stands in.
 *
 * @returns undefined while they are asked for, null where nothing is known
 */
export function useWarehouses(country: Country): { answer: WarehouseAnswer; retry: () => void } {
  const { client, entity } = useSync();
  const [found, setFound] = useState<{ asked: string; answer: Warehouses | null } | null>(null);
  const [turn, setTurn] = useState(0);
  const key = `${country} ${turn}`;
  useEffect(() => {
    let over = false;
    const answers = answersOf(client);
    const request = client.transport.call(listWarehouses, { from_country: country }, { entity });
    void request
      .then(outcome => {
        if (outcome.kind !== 'ok') return;
        const { seller_location_list: seller, warehouse_location_list: wms } = outcome.data;
        answers.set(country, { seller, wms });
      })
      .catch(() => undefined)
      .then(() => over || setFound({ asked: key, answer: answers.get(country) ?? null }));
    return () => {
      over = true;
    };
  }, [client, country, entity, key]);
  return { answer: found?.asked === key ? found.answer : undefined, retry: () => setTurn(turn + 1) };
}
