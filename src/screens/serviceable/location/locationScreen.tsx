import { AddRegular, ArrowDownloadRegular, ArrowUploadRegular, HistoryRegular } from '@fluentui/react-icons';
import {
  exportChannelLocations,
  type ChannelLocationFilters,
  type ChannelLocationRow,
} from '../../../contract/channelLocation.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { APPLICABLE_TYPES, applicableTypeLabel } from '../../../domain/serviceable.ts';
import { downloadUrl } from '../../../sync/hooks/downloadUrl.ts';
import { useChannels } from '../../../sync/hooks/useChannels.ts';
import { usePlaceSuggestions } from '../../../sync/hooks/usePlaces.ts';
import { defineListScreen } from '../../../ui/list/definition.ts';
import type { ChannelReader, Draft, NameReader } from '../../../ui/list/filters.ts';
import { operationHistoryHref } from '../operationHistory.ts';
import { SelectedChannelHint } from '../SelectedChannelHint.tsx';
import { UnknownChannel } from '../UnknownChannel.tsx';
import { rowPlace } from '../../shared/locationText.ts';
import { locationSource } from './locationSource.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { OfflineDownload } from '../../../ui/list/OfflineDownload.tsx';

const READ = `${FEATURE.serviceableArea}.read`;
const WRITE = `${FEATURE.serviceableArea}.write`;

/** The parents already typed, so that City offers the cities of the State. */
const within = (draft: Draft, ...levels: readonly ('state' | 'city' | 'district')[]) =>
  Object.fromEntries(levels.map(level => [level, String(draft[level] ?? '')]).filter(([, name]) => name !== ''));

const Channels: ChannelReader = ({ children }) => children(useChannels());

const States: NameReader = ({ text, children }) => {
  const { names, loading } = usePlaceSuggestions(0, text);
  return children(names, loading);
};
const Cities: NameReader = ({ text, draft, children }) => {
  const { names, loading } = usePlaceSuggestions(1, text, within(draft, 'state'));
  return children(names, loading);
};
const Districts: NameReader = ({ text, draft, children }) => {
  const { names, loading } = usePlaceSuggestions(2, text, within(draft, 'state', 'city'));
  return children(names, loading);
};

const CreateLocationDialog = lazyPart(() =>
  import('./CreateLocationDialog.tsx').then(module => module.CreateLocationDialog),
);
const EditLocationDialog = lazyPart(() => import('./EditLocationDialog.tsx').then(module => module.EditLocationDialog));
const DeleteLocationDialog = lazyPart(() =>
  import('./DeleteLocationDialog.tsx').then(module => module.DeleteLocationDialog),
);
const ImportLocationDialog = lazyPart(() =>
  import('./ImportLocationDialog.tsx').then(module => module.ImportLocationDialog),
);
const ExportFetch = lazyPart(() => import('./ExportFetch.tsx').then(module => module.ExportFetch));
const ExportHere = lazyPart(() => import('./ExportHere.tsx').then(module => module.ExportHere), OfflineDownload);

/** Location: a channel's serviceable locations (SAL-14 to SAL-19). */
export const locationScreen = defineListScreen<ChannelLocationRow, typeof locationSource>({
  id: 'serviceable.location',
  title: 'Location',
  feature: FEATURE.serviceableArea,
  source: locationSource,
  perRow: 4,
  scope: ['channelId', 'type'],
  filters: [
    { key: 'channelId', label: 'Channel ID', kind: 'channel', Channels },
    { key: 'type', label: 'Applicable Type', kind: 'select', options: APPLICABLE_TYPES, initial: 0 },
    { key: 'locationId', label: 'Location ID', kind: 'number' },
    { key: 'state', label: 'State', kind: 'typeAhead', noun: 'state', maxLength: 100, Names: States },
    { key: 'city', label: 'City', kind: 'typeAhead', noun: 'city', maxLength: 100, Names: Cities },
    { key: 'district', label: 'District', kind: 'typeAhead', noun: 'district', maxLength: 100, Names: Districts },
    { key: 'street', label: 'Street', kind: 'text', maxLength: 100 },
    {
      key: 'displayUnsupported',
      label: 'Display unsupported locations',
      kind: 'switch',
      initial: true,
      onLabel: 'Show unsupported locations',
      offLabel: 'Hide unsupported locations',
    },
  ],
  columns: [
    {
      key: 'channelId',
      sortable: true,
      label: 'Channel ID',
      kind: 'id',
      value: row => row.channelId,
      width: 76,
      pinned: true,
      always: true,
    },
    {
      key: 'channelName',
      sortable: true,
      label: 'Channel Name',
      kind: 'text',
      value: row => row.channelName,
      width: 100,
    },
    {
      key: 'type',
      sortable: true,
      label: 'Applicable Type',
      kind: 'enum',
      value: row => row.type,
      options: APPLICABLE_TYPES,
      width: 84,
    },
    {
      key: 'locationId',
      sortable: true,
      label: 'Location ID',
      kind: 'id',
      value: row => row.locationId,
      width: 76,
      always: true,
    },
    { key: 'state', sortable: true, label: 'State', kind: 'text', value: row => row.state, width: 100 },
    { key: 'city', sortable: true, label: 'City', kind: 'text', value: row => row.city, width: 110 },
    { key: 'district', sortable: true, label: 'District', kind: 'text', value: row => row.district, width: 104 },
    { key: 'street', sortable: true, label: 'Street', kind: 'text', value: row => row.street, width: 104 },
    {
      key: 'canDeliver',
      sortable: true,
      label: 'Support Deliver',
      kind: 'yesNo',
      value: row => row.canDeliver,
      width: 70,
    },
    { key: 'canCOD', sortable: true, label: 'Support COD Deliver', kind: 'yesNo', value: row => row.canCOD, width: 70 },
    {
      key: 'canPickup',
      sortable: true,
      label: 'Support Pickup',
      kind: 'yesNo',
      value: row => row.canPickup,
      width: 70,
    },
    {
      key: 'canCODPickup',
      sortable: true,
      label: 'Support COD Pickup',
      kind: 'yesNo',
      value: row => row.canCODPickup,
      width: 70,
    },
  ],
  card: {
    title: rowPlace,
    detail: row => `${row.locationId}, ${applicableTypeLabel(row.type)}, channel ${row.channelId} ${row.channelName}`,
    fields: ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'],
  },
  operations: [
    {
      id: 'create',
      kind: 'dialog',
      label: 'Create',
      icon: <AddRegular />,
      permission: WRITE,
      dialog: 'create',
      primary: true,
    },
    {
      id: 'import',
      kind: 'dialog',
      label: 'Import',
      icon: <ArrowUploadRegular />,
      permission: WRITE,
      dialog: 'import',
    },
    {
      id: 'export',
      kind: 'download',
      label: 'Export',
      icon: <ArrowDownloadRegular />,
      permission: READ,
      href: (selected, ui) => downloadUrl(exportChannelLocations, selected as ChannelLocationFilters, ui.entity),
      disabled: selected => (selected['channelId'] === undefined ? 'Choose a channel first.' : null),
      Fetch: ExportFetch,
      Offline: ExportHere,
    },
    {
      id: 'history',
      kind: 'page',
      label: 'Operation History',
      icon: <HistoryRegular />,
      permission: READ,
      href: selected => operationHistoryHref('location', selected),
    },
  ],
  rowActions: [
    { id: 'edit', label: 'Edit', permission: WRITE, dialog: 'edit' },
    { id: 'delete', label: 'Delete', permission: WRITE, dialog: 'delete' },
  ],
  dialogs: {
    create: CreateLocationDialog,
    edit: EditLocationDialog,
    delete: DeleteLocationDialog,
    import: ImportLocationDialog,
  },
  Hint: SelectedChannelHint,
  Misfit: UnknownChannel,
  texts: {
    idle: 'Choose a channel to see its serviceable locations',
    idleHint: 'Type part of its id or name into Channel ID, pick it from the list and press Search.',
    empty: 'No location of this channel matches these filters',
    none: 'This channel has no serviceable locations of this applicable type yet',
  },
});
