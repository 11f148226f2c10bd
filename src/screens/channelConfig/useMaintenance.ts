import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keyOf } from '../../contract/resource.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { formatClock } from '../../domain/format.ts';
import { MAINTENANCE_ASKED_FOR } from '../../domain/channelConfig/choices.ts';
import { NO, YES, type YesNo } from '../../domain/serviceableChoices.ts';
import { laterOf, type AskedLater } from '../../sync/actions/askedLater.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { findOnDevice } from '../../sync/hooks/findOnDevice.ts';
import { useOutbox } from '../../sync/hooks/useOutbox.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { sourceOf } from '../resource/source.ts';
import { useWritten } from '../shared/useUndo.ts';
import { CHANNEL_CONFIG_ID } from './pages.tsx';

const KIND = CHANNEL_CONFIG_ID;
const SOURCE = sourceOf(channelConfig, CHANNEL_CONFIG_ID);

/** The question being asked: about a new switch, or about one requested while offline that is now offered again. */
export interface AskedSwitch {
  row: Row;
  /** The requested state of the maintenance switch. */
  wanted: YesNo;
  again: boolean;
}

const channelOf = (key: string): number => Number(key.split('/')[1]);

/**
 * The maintenance switch (CHC-19): asks for confirmation, applies immediately, and shows a spinner until the update has
 * finished. A request made while offline is stored on this device, survives reloads, and must be confirmed again when
 * the network is back. It is never sent automatically, so that it cannot take effect hours late.
 */
export function useMaintenance() {
  const { client, entity } = useSync();
  const { online, notify, timeZone } = useUi();
  const written = useWritten();
  const keys = useOutbox(async outbox => {
    const open = await outbox.open();
    return open.flatMap(({ callId, state, recordKey }) =>
      callId === 'channelConfig.maintenance' && (state === 'queued' || state === 'sending') ? [recordKey] : [],
    );
  });
  const [asked, setAsked] = useState<AskedSwitch | null>(null);
  const [waiting, setWaiting] = useState<readonly AskedLater[]>([]);
  const later = useMemo(() => laterOf(client, KIND), [client]);

  const switching = useMemo(() => new Set((keys ?? []).map(channelOf)), [keys]);
  /** For each channel, the state requested while offline and the time until which the request is valid. */
  const offered = useMemo(
    () =>
      new Map(
        waiting.map(({ key, until, values }) => [
          channelOf(key),
          { until: formatClock(until, timeZone), wanted: values['maintenance'] === YES },
        ]),
      ),
    [timeZone, waiting],
  );

  const read = useCallback(async () => setWaiting(await later.all(entity).catch(() => [])), [entity, later]);
  useEffect(() => {
    let over = false;
    const kept = later.all(entity).catch(() => []);
    void kept.then(found => over || setWaiting(found));
    return () => {
      over = true;
    };
    // Another tab may have asked or decided meanwhile, so the stored request is reread whenever the network state
    // changes.
    // oxlint-disable-next-line react-hooks/exhaustive-effect-dependencies
  }, [entity, later, online]);

  const giveUp = useCallback(
    async ({ key }: AskedLater) => {
      if (await later.take(key))
        notify.warning(
          `The maintenance switch of channel ${channelOf(key)} was canceled because it was not confirmed in time`,
        );
      await read();
    },
    [later, notify, read],
  );

  // A pending request expires when its time is up, whether or not the network is back.
  useEffect(() => {
    const [first] = waiting.toSorted((a, b) => a.until - b.until);
    if (!first) return undefined;
    return client.env.clock.after(Math.max(0, first.until - client.env.clock.now()), () => void giveUp(first));
  }, [client, giveUp, waiting]);

  const current = useCallback(
    (key: string) =>
      findOnDevice(client, entity, SOURCE, { channelId: channelOf(key) }, key).then(found => found?.row ?? null),
    [client, entity],
  );

  /** Keys of the requests whose question has been prepared, so that each is asked only once. */
  const offering = useRef('');
  // When the network is back, the question is asked again, based on the channel's current state.
  useEffect(() => {
    const next = waiting.find(({ until }) => until > client.env.clock.now());
    if (!online || asked !== null || !next || offering.current === next.key) return;
    offering.current = next.key;
    void current(next.key)
      .catch(() => null)
      .then(async row => {
        offering.current = '';
        if (!row) return;
        const wanted = next.values['maintenance'] === YES ? YES : NO;
        if (row['maintenance'] !== wanted) return setAsked({ row, wanted, again: true });
        if (await later.take(next.key))
          notify.info(`Channel ${channelOf(next.key)} is already ${wanted === YES ? 'in' : 'out of'} maintenance`);
        await read();
      });
  }, [asked, client, current, later, notify, online, read, waiting]);

  const ask = useCallback(
    (row: Row) => setAsked({ row, wanted: row['maintenance'] === YES ? NO : YES, again: false }),
    [],
  );
  const cancel = useCallback(async () => {
    if (asked?.again) await later.take(keyOf(channelConfig, asked.row));
    setAsked(null);
    await read();
  }, [asked, later, read]);
  const confirm = useCallback(
    async ({ row, wanted, again }: AskedSwitch) => {
      const key = keyOf(channelConfig, row);
      if (!online) {
        await later.keep({
          key,
          values: { maintenance: wanted },
          until: client.env.clock.now() + MAINTENANCE_ASKED_FOR,
        });
      } else {
        const send = async () => {
          const now = again ? ((await current(key)) ?? row) : row;
          const change = { maintenance: wanted };
          const entry = await editRecord(client, channelConfig, entity, now, change, 'channelConfig.maintenance');
          if (entry) written('Update Successfully', entry);
        };
        if (!again) await send();
        else if (!(await later.carryOut(key, send)))
          notify.info(`The maintenance switch of channel ${channelOf(key)} was decided in another tab`);
      }
      setAsked(null);
      await read();
    },
    [client, current, entity, later, notify, online, read, written],
  );
  /** Withdraws a request that has not been sent. */
  const withdraw = useCallback(
    async (row: Row) => {
      if (await later.take(keyOf(channelConfig, row)))
        notify.info(`The maintenance switch of channel ${String(row['channelId'])} was withdrawn`);
      await read();
    },
    [later, notify, read],
  );
  const until = useCallback(() => client.env.clock.now() + MAINTENANCE_ASKED_FOR, [client]);
  return { ask, asked, cancel, confirm, switching, offered, withdraw, until };
}
export type Maintenance = ReturnType<typeof useMaintenance>;
