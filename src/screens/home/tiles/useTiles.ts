import { useEffect, useMemo } from 'react';
import { getHome, type HomeNow } from '../../../contract/home.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import type { HomeTile } from '../../../domain/homeTiles.ts';
import { useCachedChannels } from '../../../sync/hooks/useCachedChannels.ts';
import { useImports, type QueuedImport } from '../../../sync/hooks/useImports.ts';
import { useKept, type Kept } from '../../../sync/hooks/useKept.ts';
import { useStuckCounts } from '../../../sync/hooks/useStuckCounts.ts';
import { useSyncStatus } from '../../../sync/hooks/useSyncStatus.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { useDeviceGaps } from '../../shared/channelGaps.ts';
import { importsNow } from '../../shared/imports/ownImports.ts';
import { mirrorText } from '../homeTexts.ts';
import {
  coverageTile,
  disputesTile,
  holidaysTile,
  importsTile,
  maintenanceTile,
  ratesTile,
  reconTile,
  writesTile,
  TILE_TITLES,
  type TileContent,
} from './tileTexts.ts';

const NOTHING = {};
/** Interval in milliseconds at which colleagues' changes are fetched. */
const AGAIN = 60_000;

/** The permission required for each tile; tiles not listed here are for everyone. */
const RIGHTS: Readonly<Partial<Record<HomeTile, readonly string[]>>> = {
  recon: [FEATURE.recon],
  disputes: [FEATURE.recon],
  rates: [FEATURE.rateTable, FEATURE.thirdPartyFee],
  maintenance: [FEATURE.channelConfigIntegrated],
  coverage: [FEATURE.serviceableArea],
  holidays: [FEATURE.nonWorkingDay],
};

/** The content of the tiles that the person may see; null while it is loading or if it is unknown on this device. */
export interface Tiles {
  contents: ReadonlyMap<HomeTile, TileContent | null>;
  activity: HomeNow['activity'] | null;
  read: Kept<HomeNow>;
}

/** Refreshes the counts when the page becomes visible, and periodically while it is visible. */
function useAgain(reload: () => void, online: boolean): void {
  useEffect(() => {
    if (!online) return undefined;
    const look = () => document.visibilityState === 'visible' && reload();
    const timer = setInterval(look, AGAIN);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload, online]);
}

/** Null while nothing is known: the server has never responded, and this device has no unfinished import. */
function importsOf(
  served: HomeNow['imports'] | null,
  here: readonly QueuedImport[],
  entity: Country,
): TileContent | null {
  const now = importsNow(served, here, entity);
  return served === null && now.running.count + now.failed.count === 0 ? null : importsTile(now);
}

export function useTiles(): Tiles {
  const { can, entity, online, timeZone } = useUi();
  const status = useSyncStatus();
  const stuck = useStuckCounts();
  const cached = useCachedChannels();
  const read = useKept(getHome, NOTHING);
  useAgain(read.reload, online);
  const device = useDeviceGaps();
  const imports = useImports();
  const { data } = read;
  const mirror = mirrorText(status, cached);
  const { waiting, paused } = status;
  const contents = useMemo(() => {
    const offline: TileContent = {
      title: TILE_TITLES.offline,
      tone: mirror.tone === 'attention' ? 'attention' : mirror.tone,
      count: cached ? cached.ready : null,
      what: cached ? (cached.ready === 1 ? 'channel is on this device' : 'channels are on this device') : '',
      href: '/offline-data',
      items: [{ key: 'state', href: '/offline-data', text: mirror.title, detail: mirror.detail }],
    };
    const all: Readonly<Record<Exclude<HomeTile, 'activity'>, TileContent | null>> = {
      writes: stuck && status.counted ? writesTile({ waiting: waiting - paused, paused, ...stuck }) : null,
      imports: importsOf(data?.imports ?? null, imports ?? [], entity),
      recon: data?.recon ? reconTile(data.recon) : null,
      disputes: data?.disputes ? disputesTile(data.disputes) : null,
      rates: data?.rates ? ratesTile(data.rates, timeZone) : null,
      maintenance: data?.maintenance ? maintenanceTile(data.maintenance) : null,
      coverage: data || device.counted.length > 0 ? coverageTile(data?.coverage ?? undefined, device) : null,
      holidays: data?.holidays ? holidaysTile(data.holidays, data.holidaySchedules, data.day) : null,
      offline,
    };
    const entries = Object.entries(all) as [HomeTile, TileContent | null][];
    const mine = entries.filter(([tile]) => RIGHTS[tile]?.some(can) ?? true);
    return new Map<HomeTile, TileContent | null>([...mine, ['activity', null]]);
    // oxlint-disable-next-line react/exhaustive-deps -- `mirror` is new each time; its words say whether it is another one
  }, [
    data,
    imports,
    stuck,
    status.counted,
    waiting,
    paused,
    timeZone,
    entity,
    can,
    cached,
    mirror.title,
    mirror.detail,
    device.counted.length,
    device.left,
  ]);
  return { contents, activity: data?.activity ?? null, read };
}
