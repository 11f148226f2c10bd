import { useMemo, useState } from 'react';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { LIVE_CONFIRMATION } from '../../domain/channelConfig/channel.ts';
import { useKeptWarehouses } from '../../sync/hooks/useWarehouses.ts';
import type { Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { HistoryLeadContext, type HistoryLead } from '../shared/history/openHistory.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { compareHref } from './links.ts';
import { channelConfigList } from './pages.tsx';
import { PartsContext, type OpenPart, type OpenParts } from './parts.tsx';
import { useBlocked } from './useBlocked.ts';
import { useMaintenance } from './useMaintenance.ts';

const GroupDialog = lazyPart(() => import('./GroupDialog.tsx').then(module => module.GroupDialog));
const GroupView = lazyPart(() => import('./ChannelView.tsx').then(module => module.GroupView));
const MaintenanceDialog = lazyPart(() => import('./MaintenanceDialog.tsx').then(module => module.MaintenanceDialog));

const sameFilters = (applied: Row): Row => applied;

/**
 * Links from a write in a channel's history to a comparison between the channel after that write and its current state.
 */
const COMPARES: HistoryLead = {
  label: 'Compare with now',
  href: (recordKey, version) => {
    const channelId = Number(recordKey.split('/')[1]);
    return compareHref({ channelId, version }, { channelId });
  },
  question: LIVE_CONFIRMATION,
};

/** Channel Config (Integrated): the list and the dialogs of its groups (CHC-1 to CHC-7). */
export function ChannelConfigScreen() {
  const styles = useTabbedStyles();
  const { can } = useUi();
  const maintains = can(`${channelConfig.feature}.maintenance`);
  const definition = useMemo(() => channelConfigList(maintains), [maintains]);
  const [part, setPart] = useState<OpenPart | null>(null);
  const maintenance = useMaintenance();
  const { ask, switching, offered, withdraw } = maintenance;
  const blocked = useBlocked();
  useKeptWarehouses();
  const parts = useMemo(
    (): OpenParts => ({
      open: setPart,
      switchMaintenance: ask,
      switching,
      offered,
      withdraw: row => void withdraw(row),
      blocked,
    }),
    [ask, blocked, offered, switching, withdraw],
  );
  const close = () => setPart(null);
  return (
    <div className={styles.root}>
      <PageHeader title="Channel Config (Integrated)" />
      <PartsContext.Provider value={parts}>
        <HistoryLeadContext value={COMPARES}>
          <RoutedList definition={definition} toCall={sameFilters} untitled creates />
        </HistoryLeadContext>
        {part?.kind === 'edit' && <GroupDialog group={part.group} row={part.row} close={close} />}
        {part?.kind === 'view' && <GroupView group={part.group} row={part.row} close={close} />}
        {maintenance.asked && <MaintenanceDialog maintenance={maintenance} asked={maintenance.asked} />}
      </PartsContext.Provider>
    </div>
  );
}
