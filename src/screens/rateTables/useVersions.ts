import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { stateOf } from '../../domain/rates/versions.ts';
import { ServerUnreachable } from '../../sync/actions/administer.ts';
import { readVersion, type ReadVersion } from '../../sync/actions/rateTables.ts';
import { withWrites, type DraftWithWrites } from '../../sync/actions/draftOverlay.ts';
import { useDraftWrites } from '../../sync/hooks/useDraftWrites.ts';
import { useKept, type Kept } from '../../sync/hooks/useKept.ts';
import { useReachedAgain } from '../../sync/hooks/useReachedAgain.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useFamily } from './family.tsx';
import { errorText } from '../../domain/errorText.ts';

/** Number of sealed files to prefetch per channel. */
const KEPT_AHEAD = 4;

/** A channel's versions, newest first, loaded immediately from this device. */
export function useVersions(channelId: number | null): Kept<unknown> & { versions: readonly RateVersionRow[] } {
  const { calls, collection, family } = useFamily();
  const read = useKept(calls.baseInfos, channelId === null ? null : { channelId, page: 1, count: 1000 }, collection);
  const versions = useMemo(() => read.data?.list ?? [], [read.data]);
  const { client, entity } = useSync();
  const { fresh } = read;
  // Current and future versions are stored on the device in advance, in case they are needed offline.
  useEffect(() => {
    if (!fresh) return;
    const now = Math.floor(client.env.clock.now() / 1000);
    const wanted = versions.filter(one => ['Active', 'Scheduled'].includes(stateOf(one, versions, now)));
    for (const version of wanted.slice(0, KEPT_AHEAD))
      void readVersion(client, entity, family, version).catch(() => null);
  }, [client, entity, family, versions, fresh]);
  return { ...read, versions };
}

export interface VersionRows {
  /** Includes applied changes that the server may not have yet. */
  read: ReadVersion | null;
  /** The person's writes to the draft that are waiting or need a decision; null while there are no rows. */
  writes: DraftWithWrites | null;
  problem: string | null;
  loading: boolean;
  reload: () => void;
  /** Displays rows that were loaded elsewhere, e.g. after changing them. */
  put: (read: ReadVersion) => void;
}

/**
 * All rows of a version: for a submitted one, from its sealed file; for a draft, from the server, reloaded whenever the
 * draft changes. Rows that could not be read without the server are read as soon as it is reached again.
 * @param version null if none has been requested yet
 */
export function useVersionRows(version: RateVersionRow | null): VersionRows {
  const { client, entity } = useSync();
  const { family } = useFamily();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{
    key: string;
    id: number | null;
    read: ReadVersion | null;
    problem: string | null;
    unreachable: boolean;
  }>({
    key: '',
    id: null,
    read: null,
    problem: null,
    unreachable: false,
  });
  const key = version === null ? '' : `${entity} ${version.id} ${version.hash ?? version.version} ${turn}`;
  useEffect(() => {
    if (version === null) return undefined;
    let over = false;
    void readVersion(client, entity, family, version, turn > 0).then(
      read => over || setState({ key, id: version.id, read, problem: null, unreachable: false }),
      (error: unknown) =>
        over ||
        setState(was => ({
          key,
          id: version.id,
          read: was.id === version.id ? was.read : null,
          problem: errorText(error),
          unreachable: error instanceof ServerUnreachable,
        })),
    );
    return () => {
      over = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the version
  }, [client, entity, family, key]);
  const reload = useCallback(() => setTurn(at => at + 1), []);
  useReachedAgain(state.key === key && state.unreachable, reload);
  const own = version !== null && state.id === version.id;
  const entries = useDraftWrites(family, version?.hash === null ? version : null);
  const read = own ? state.read : null;
  const writes = useMemo(() => read && withWrites(read, entries), [read, entries]);
  return {
    read: writes?.read ?? null,
    writes,
    problem: own && state.key === key ? state.problem : null,
    loading: version !== null && state.key !== key,
    reload,
    put: read => setState(was => ({ ...was, id: read.version.id, read, problem: null, unreachable: false })),
  };
}
