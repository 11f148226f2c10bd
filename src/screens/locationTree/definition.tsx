import { ArrowDownloadRegular, HistoryRegular } from '@fluentui/react-icons';
import { exportLocations } from '../../contract/locations.ts';
import { QUICK } from '../../contract/resource.ts';
import { FEATURE } from '../../domain/permission.ts';
import { PLACE_NAME_MOST } from '../../domain/placeName.ts';
import { LEVEL_NAMES } from '../../domain/serviceable.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { defineListScreen, type ListDialogProps } from '../../ui/list/definition.ts';
import type { FilterDefinition } from '../../ui/list/filters.ts';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import { PLACE_NAMES } from '../resource/columns.tsx';
import { OpenHistory } from '../shared/history/openHistory.ts';
import { parentPath, treeSource, type PlaceRow } from './source.ts';

const RenameDialog = lazyPart(() => import('./RenameDialog.tsx').then(module => module.RenameDialog));
const TreeFetch = lazyPart(() => import('./TreeExport.tsx').then(module => module.TreeFetch));
const TreeHere = lazyPart(() => import('./TreeExport.tsx').then(module => module.TreeHere), OfflineDownload);

const [READ, WRITE] = [`${FEATURE.locationTree}.read`, `${FEATURE.locationTree}.write`];

export const TREE_PATH = '/carrier/locationTree';

const LEVELS = LEVEL_NAMES.map((label, value) => ({ value, label }));

/** A filter for names at one level, looked up as the person types, within the selected higher levels. */
const named = (key: string, level: 0 | 1 | 2): FilterDefinition => {
  const label = LEVEL_NAMES[level];
  const noun = label.toLowerCase();
  return { key, label, kind: 'typeAhead', noun, maxLength: PLACE_NAME_MOST, Names: PLACE_NAMES[level] };
};

/**
 * The list of a country's places (LOC-4). Places belong to the platform: they can be searched and renamed here, but not
 * created.
 */
export const treeScreen = defineListScreen<PlaceRow, ListSource<Row, PlaceRow>>({
  id: 'locationTree',
  title: 'Location Tree',
  feature: FEATURE.locationTree,
  source: treeSource,
  filters: [
    { key: 'locationId', label: 'Location ID', kind: 'number' },
    { key: 'name', label: 'Name', kind: 'text', maxLength: PLACE_NAME_MOST },
    { key: 'level', label: 'Level', kind: 'select', options: LEVELS },
    named('state', 0),
    named('city', 1),
    named('district', 2),
    { key: QUICK, label: 'Quick find', kind: 'quick' },
  ],
  columns: [
    {
      key: 'locationId',
      label: 'Location ID',
      kind: 'id',
      width: 100,
      pinned: true,
      always: true,
      sortable: true,
      value: row => row.locationId,
    },
    { key: 'name', label: 'Name', kind: 'text', width: 170, always: true, sortable: true, value: row => row.name },
    { key: 'level', label: 'Level', kind: 'enum', width: 72, sortable: true, value: row => row.level, options: LEVELS },
    { key: 'path', label: 'Parent Path', kind: 'text', width: 250, value: parentPath },
    { key: 'country', label: 'Country', kind: 'text', width: 72, value: row => row.country },
    {
      key: 'updatedAt',
      label: 'Last Changed',
      kind: 'tz',
      width: 168,
      sortable: true,
      // This field is missing in segments from older servers.
      value: row => (row.updatedAt === 0 ? null : row.updatedAt),
    },
  ],
  card: {
    title: row => row.name,
    detail: row => [parentPath(row), String(row.locationId)].filter(part => part !== '').join(', '),
    fields: ['level', 'updatedAt'],
  },
  operations: [
    {
      id: 'export',
      kind: 'download',
      label: 'Export',
      icon: <ArrowDownloadRegular />,
      permission: READ,
      href: (selected, ui) => downloadUrl(exportLocations, selected, ui.entity),
      disabled: () => null,
      Fetch: TreeFetch,
      Offline: TreeHere,
    },
    {
      id: 'history',
      kind: 'page',
      label: 'Operation History',
      icon: <HistoryRegular />,
      permission: READ,
      href: () => `${TREE_PATH}/log?code=${FEATURE.locationTree}`,
    },
  ],
  rowActions: [
    { id: 'edit', label: 'Edit', permission: WRITE, dialog: 'edit' },
    { id: 'history', label: 'History', permission: READ, dialog: 'history', icon: <HistoryRegular />, readOnly: true },
  ],
  dialogs: { edit: (props: ListDialogProps<PlaceRow>) => <RenameDialog {...props} />, history: OpenHistory },
  texts: {
    idle: 'The places of this country are listed here',
    empty: 'No place of this country matches these filters',
    none: 'This country has no places yet',
  },
});
