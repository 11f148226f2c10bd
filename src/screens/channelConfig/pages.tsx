import {
  BranchCompareRegular,
  CopyArrowRightRegular,
  DocumentTableRegular,
  EyeRegular,
  FlagRegular,
} from '@fluentui/react-icons';
import { numberText } from '../../contract/fields/channel.ts';
import { isProvisional } from '../../contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import { STATUS } from '../../domain/permission.ts';
import { YES } from '../../domain/serviceableChoices.ts';
import type { Country } from '../../domain/country.ts';
import { channelTypeText } from '../../domain/channelConfig/channel.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { ListDefinition, ListDialogProps, Operation } from '../../ui/list/definition.ts';
import type { Column } from '../../ui/table/columns.ts';
import { screenOf } from '../resource/screen.tsx';
import { compareHref, COPY_PATH, copyHref } from './links.ts';
import { groupSummary } from './groupSummary.ts';
import { MaintenanceCell, PartCell } from './parts.tsx';
import { CHANNEL_CONFIG_PATH } from './paths.ts';

/** The additions of the integrated channels' page to the resource's declaration (CHC-1 to CHC-7). */

export const CHANNEL_CONFIG_ID = 'channelConfig';
const { feature } = channelConfig;

const ChannelForm = lazyPart(() => import('./ChannelForm.tsx').then(module => module.ChannelForm));
const GroupDialog = lazyPart(() => import('./GroupDialog.tsx').then(module => module.GroupDialog));
const GroupFiles = lazyPart(() => import('./GroupFiles.tsx').then(module => module.GroupFiles));
const GroupView = lazyPart(() => import('./ChannelView.tsx').then(module => module.GroupView));
const ChannelView = lazyPart(() => import('./ChannelView.tsx').then(module => module.ChannelView));

/** Groups with their own column, in the order of the documents (CHC-5). */
const COLUMN_GROUPS: readonly ChannelGroup[] = [
  'cod',
  'return',
  'order',
  'item',
  'name',
  'cutoff',
  'extra',
  'preference',
];

/** The groups that people look up most, which directly follow the name in a narrow table. */
const EARLY: readonly ChannelGroup[] = ['cod', 'order', 'name', 'cutoff'];
const GROUP_WIDTH: Readonly<Partial<Record<ChannelGroup, number>>> = { order: 152, item: 128, cutoff: 118, name: 98 };
const channelCountry = (row: Row): Country => row['country'] as Country;

const partColumn = (group: ChannelGroup): Column<Row> => ({
  key: `part_${group}`,
  label: CHANNEL_GROUPS[group].label,
  kind: 'custom',
  width: GROUP_WIDTH[group] ?? 104,
  least: GROUP_WIDTH[group] ?? 88,
  ...(EARLY.includes(group) ? { early: true } : {}),
  copied: (row: Row) => groupSummary(group, row, channelCountry(row)).short,
  render: row => <PartCell group={group} row={row} />,
});

const maintenanceColumn = (column: Column<Row>): Column<Row> => ({
  key: column.key,
  label: column.label,
  sortable: true,
  kind: 'custom',
  width: 108,
  whole: true,
  early: true,
  copied: (row: Row) => (row['maintenance'] === 1 ? 'Yes' : 'No'),
  render: row => <MaintenanceCell row={row} />,
});

const idOf = (row: Row): number => Number(row['channelId']);
/** Only for channels that the server has already numbered. */
const numberedIds = (rows: readonly Row[]): number[] =>
  rows.filter(row => !isProvisional(channelConfig, row)).map(idOf);
/** Maximum number of channels in a URL. */
const COPIED_MOST = 200;

const COMPARE = {
  id: 'compare',
  label: 'Compare with another channel',
  icon: <BranchCompareRegular />,
  href: (row: Row) => compareHref({ channelId: idOf(row) }, null),
};
const COPY: Operation = {
  id: 'copy',
  kind: 'page',
  label: 'Copy Settings',
  icon: <CopyArrowRightRegular />,
  permission: `${feature}.write`,
  href: () => COPY_PATH,
};

const base = screenOf({
  resource: channelConfig,
  id: CHANNEL_CONFIG_ID,
  Form: (props: ListDialogProps<Row>) => <ChannelForm {...props} />,
  cells: { channel_type: row => channelTypeText(Number(row['channel_type'])) },
  history: () => `${CHANNEL_CONFIG_PATH}/log?code=${feature}`,
  leads: [COMPARE],
  selectionLeads: [
    {
      id: 'compare',
      label: 'Compare',
      icon: <BranchCompareRegular />,
      exactly: 2,
      href: rows => {
        const [a, b] = numberedIds(rows).map(channelId => ({ channelId }));
        return compareHref(a ?? null, b ?? null);
      },
    },
    {
      id: 'copy',
      label: 'Copy settings to these',
      icon: <CopyArrowRightRegular />,
      permission: `${feature}.write`,
      most: COPIED_MOST,
      href: rows => copyHref(null, numberedIds(rows)),
    },
  ],
  texts: {
    idle: '',
    empty: 'No channel matches these filters',
    none: 'This country has no channels yet',
  },
});

const MAINTAINED = -1;

/**
 * The status column for people who cannot use the maintenance switch; it also shows which channels are in maintenance.
 */
const statusColumn = (column: Column<Row>): Column<Row> =>
  column.kind !== 'status'
    ? column
    : {
        ...column,
        value: row => (row['maintenance'] === YES && row['status'] === STATUS.normal ? MAINTAINED : column.value(row)),
        options: [...column.options, { value: MAINTAINED, label: 'In maintenance', tone: 'warning' }],
      };

/**
 * The list. People who may use the maintenance switch get a Maintenance column (PERM-12); for everyone else, the status
 * column shows which channels are in maintenance (docs/decisions.md).
 */
export const channelConfigList = (maintains: boolean): ListDefinition<ListSource<Row, Row>, Row> => ({
  ...base,
  columns: base.columns.flatMap(column => {
    // Two lines of this width suffice for most names.
    if (column.key === 'channelName') return [{ ...column, least: 108 } as Column<Row>];
    // "Non-" and "Integrate" are on separate lines, so that Maintenance is visible at a width of 1280 pixels.
    if (column.key === 'channel_type') return [{ ...column, width: 80, whole: true } as Column<Row>];
    if (column.key === 'from_country') return [{ ...column, constant: true } as Column<Row>];
    if (column.key === 'status') return [{ ...(maintains ? column : statusColumn(column)), early: true }];
    if (column.key !== 'maintenance') return [column];
    return [...(maintains ? [maintenanceColumn(column)] : []), ...COLUMN_GROUPS.map(partColumn)];
  }),
  operations: base.operations.flatMap(operation => {
    if (operation.id === 'history') return [COPY, operation];
    return operation.id === 'export'
      ? [
          operation,
          {
            id: 'groups',
            kind: 'dialog',
            label: 'Settings by Group',
            icon: <DocumentTableRegular />,
            permission: `${feature}.read`,
            dialog: 'groups',
          } as const,
        ]
      : [operation];
  }),
  rowActions: [
    { id: 'edit', label: 'Edit', permission: `${feature}.write`, dialog: 'edit' },
    { id: 'view', label: 'View', permission: `${feature}.read`, dialog: 'view', readOnly: true },
    { id: 'flags', label: 'Flag Config', icon: <FlagRegular />, permission: `${feature}.write`, dialog: 'flags' },
    {
      id: 'flagView',
      label: 'View Flag Config',
      icon: <EyeRegular />,
      permission: `${feature}.read`,
      dialog: 'flagView',
      readOnly: true,
    },
    ...base.rowActions.filter(({ id }) => id === COMPARE.id || id === 'history'),
  ],
  dialogs: {
    ...base.dialogs,
    groups: (props: ListDialogProps<Row>) => <GroupFiles {...props} />,
    view: (props: ListDialogProps<Row>) =>
      props.item ? <ChannelView row={props.item.row} close={props.close} /> : null,
    flagView: (props: ListDialogProps<Row>) =>
      props.item ? <GroupView group="flags" row={props.item.row} close={props.close} /> : null,
    flags: (props: ListDialogProps<Row>) =>
      props.item ? <GroupDialog group="flags" row={props.item.row} close={props.close} /> : null,
  },
  card: {
    title: row => `${numberText(row['channelId'])} ${String(row['channelName'])}`,
    detail: row => `${String(row['from_country'])}, ${channelTypeText(Number(row['channel_type']))}`,
    fields: ['tracking', 'status', ...(maintains ? ['maintenance'] : [])],
  },
});
