import { useCallback, useEffect, useMemo, useState } from 'react';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { NO, YES } from '../../domain/serviceableChoices.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useOutbox } from '../../sync/hooks/useOutbox.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useWritten } from '../shared/useUndo.ts';

/** A switch asked for while the server could not be reached is offered again so long, in milliseconds. */
const OFFERED_FOR = 30 * 60_000;

/** The question that is open: a new switch, or one that was asked for offline and is offered again. */
export interface AskedSwitch {
  row: Row;
  again: boolean;
}

/** A switch that waits for the network: it is never sent by itself, so that it cannot fire hours late. */
interface WaitingSwitch {
  row: Row;
  /** Epoch milliseconds after which it is given up. */
  until: number;
}

/** The maintenance switch (CHC-19): asks, applies at once, and loads until the update is done. */
export function useMaintenance() {
  const { client, entity } = useSync();
  const { online, notify } = useUi();
  const written = useWritten();
  const keys = useOutbox(async outbox => {
    const open = await outbox.open();
    return open.flatMap(({ callId, state, recordKey }) =>
      callId === 'channelConfig.maintenance' && (state === 'queued' || state === 'sending') ? [recordKey] : [],
    );
  });
  const [asked, setAsked] = useState<AskedSwitch | null>(null);
  const [waiting, setWaiting] = useState<WaitingSwitch | null>(null);

  const switching = useMemo(() => new Set((keys ?? []).map(key => Number(key.split('/')[1]))), [keys]);

  const ask = useCallback((row: Row) => setAsked({ row, again: false }), []);

  // Back on the network: what was asked for is asked once more, or given up where that is too long ago.
  useEffect(() => {
    if (!online || waiting === null) return undefined;
    return client.env.clock.after(0, () => {
      setWaiting(null);
      if (client.env.clock.now() <= waiting.until) setAsked({ row: waiting.row, again: true });
      else
        notify.warning(
          `The maintenance switch of channel ${String(waiting.row['channelId'])} was given up: it waited too long`,
        );
    });
  }, [client, notify, online, waiting]);

  const cancel = useCallback(() => setAsked(null), []);
  const confirm = useCallback(
    async (row: Row) => {
      if (!online) {
        setWaiting({ row, until: client.env.clock.now() + OFFERED_FOR });
        setAsked(null);
        return;
      }
      const maintenance = row['maintenance'] === YES ? NO : YES;
      const entry = await editRecord(client, channelConfig, entity, row, { maintenance }, 'channelConfig.maintenance');
      if (entry) written('Update Successfully', entry);
      setAsked(null);
    },
    [client, entity, online, written],
  );
  const until = useCallback(() => client.env.clock.now() + OFFERED_FOR, [client]);
  return { ask, asked, cancel, confirm, switching, until };
}
export type Maintenance = ReturnType<typeof useMaintenance>;
