import { useEffect, useMemo, useState } from 'react';
import { AGAIN_AFTER } from './keepAsking.ts';
import { useSync } from './useSync.ts';

/** Maximum number of places labeled per screen; further places are shown by id. */
const NAMED_MOST = 3000;
const AT_ONCE = 100;

/**
 * Place labels by id, such as "Bandung, Jawa Barat"; an unknown place is shown by its id.
 * @param names ids, possibly mixed with other names in rows
 */
export function usePlaceLabels(names: Iterable<string>): (name: string) => string {
  const { client, entity } = useSync();
  const ids = [...new Set(names)].filter(name => /^[1-9]\d*$/.test(name)).slice(0, NAMED_MOST);
  const key = `${entity} ${ids.join()}`;
  const [known, setKnown] = useState<{ entity: string; labels: ReadonlyMap<string, string> }>({
    entity: '',
    labels: new Map(),
  });
  useEffect(() => {
    let over = false;
    let stopWaiting: () => void = () => undefined;
    const labels = new Map<string, string>(known.entity === entity ? known.labels : []);
    const read = async () => {
      const left = ids.filter(id => !labels.has(id));
      let isSilent = false;
      for (let from = 0; from < left.length; from += AT_ONCE) {
        if (over) return;
        const part = left.slice(from, from + AT_ONCE);
        const paths = await Promise.all(
          part.map(id => client.ops.path(entity, Number(id)).catch(() => ({ ready: false, value: null }))),
        );
        for (const [at, { ready, value }] of paths.entries()) {
          isSilent ||= !ready;
          if (!value || value.length === 0) continue;
          labels.set(
            part[at] as string,
            value
              .map(({ name }) => name)
              .toReversed()
              .join(', '),
          );
        }
        if (!over) setKnown({ entity, labels: new Map(labels) });
      }
      // The places are still loading.
      if (isSilent && !over) stopWaiting = client.env.clock.after(AGAIN_AFTER, () => void read());
    };
    void read();
    return () => {
      over = true;
      stopWaiting();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the ids
  }, [client, key]);
  return useMemo(() => name => known.labels.get(name) ?? name, [known.labels]);
}
