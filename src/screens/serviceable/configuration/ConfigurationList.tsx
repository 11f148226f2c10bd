import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import { CONFIG_LABELS } from '../../../domain/serviceableChoices.ts';
import type { Row } from '../../../sync/types.ts';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { ChangeTogether } from '../../resource/BulkDialog.tsx';
import { screenOf, type ResourcePage } from '../../resource/screen.tsx';
import { RoutedList } from '../../shared/RoutedList.tsx';
import { operationHistoryHref } from '../operationHistory.ts';
import { UnknownChannel } from '../../shared/UnknownChannel.tsx';
import { UnknownThreePl } from '../../shared/UnknownThreePl.tsx';
import { SCENARIO_CELLS } from './cells.ts';
import { SETTINGS, type Setting } from './settings.ts';

const ConfigurationForm = lazyPart(() => import('./ConfigurationForm.tsx').then(module => module.ConfigurationForm));

/** Fields that can have any value while addresses are checked (SAC-29). */
const TOGETHER: ChangeTogether = {
  fields: [
    'isSbsSameAsStandard',
    'defaultPickupEnabled',
    'defaultDeliverEnabled',
    'defaultCodEnabled',
    'defaultCodPickupEnabled',
  ],
  otherwise: `${CONFIG_LABELS.isCheckServiceable} is No, so these keep their values`,
};

/**
 * In a narrow window, the columns that people look up most directly follow the name: whether and how addresses are
 * checked, and the Support flags.
 */
const EARLY: ReadonlySet<string> = new Set([
  'isCheckServiceable',
  'serviceableType',
  'extraLimitType',
  'defaultPickupEnabled',
  'defaultDeliverEnabled',
  'defaultCodEnabled',
  'defaultCodPickupEnabled',
]);

/** SAC-1 to SAC-18, TPL-7; G81: the export contains the row of the selected channel or 3PL. */
function listOf(setting: Setting, Misfit: NonNullable<ResourcePage['Misfit']>) {
  const { resource, area, page, id, scope } = setting;
  const { field, word } = OWNERS[scope];
  const list = screenOf({
    resource,
    id,
    Form: (props: ListDialogProps<Row>) => <ConfigurationForm {...props} setting={setting} />,
    together: TOGETHER,
    cells: SCENARIO_CELLS,
    exportNeeds: { filter: field, otherwise: `Choose a ${word} first.` },
    Misfit,
    history: selected => operationHistoryHref(area, page, selected),
    texts: {
      idle: '',
      empty: `No ${word} configuration matches these filters`,
      none: `No ${word} of this country is configured yet`,
    },
  });
  return {
    ...list,
    columns: list.columns.map(column => (EARLY.has(column.key) ? { ...column, early: true } : column)),
  };
}

/** The tabs' lists, whose dialogs can also be opened from the address check. */
export const LISTS = {
  channel: listOf(SETTINGS.channel, UnknownChannel),
  '3pl': listOf(SETTINGS['3pl'], UnknownThreePl),
};

/** The list on a Configuration tab. */
export const ConfigurationList = ({ scope }: { scope: IdScope }) => (
  <RoutedList definition={LISTS[scope]} untitled creates />
);
