import { useMemo, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { keyOf } from '../../contract/resource.ts';
import { newChannelSettings } from '../../contract/newChannel.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { channelTypeText, hasWmsLocation, nameProblem } from '../../domain/channelConfig/channel.ts';
import { CHANNEL_TYPE, CHANNEL_TYPES, NAME_LABELS, NAME_MOST } from '../../domain/channelConfig/choices.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { withFollowing } from '../../domain/follows.ts';
import { numberError, wholeNumber } from '../../domain/wholeNumber.ts';
import { addRecord, editRecord } from '../../sync/actions/records.ts';
import { findOnDevice } from '../../sync/hooks/findOnDevice.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { NumberControl, ReadOnlyControl, SelectControl, TextControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { recordValues } from '../resource/fields.tsx';
import { sourceOf } from '../resource/source.ts';
import { formerDraft } from '../shared/formerDraft.ts';
import { useLatestRow } from '../resource/useLatestRow.ts';
import { LastChanged } from '../shared/history/LastChanged.tsx';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';
import { liveQuestion } from './Differences.tsx';
import { channelLine, settingField } from './fields.tsx';
import { FromCountryControl } from './FromCountryControl.tsx';
import { CHANNEL_CONFIG_ID } from './pages.tsx';
import { WarehouseField } from './WarehouseField.tsx';

const useStyles = makeStyles({ intro: { margin: 0, color: tokens.colorNeutralForeground2 } });

const SOURCE = sourceOf(channelConfig, CHANNEL_CONFIG_ID);
/** Maximum number of digits in a channel number entered by a person. */
const ID_MOST = 12;

const nameField = (key: keyof typeof NAME_LABELS): FormField<Row> => ({
  key,
  label: NAME_LABELS[key],
  required: true,
  missing: nameProblem(key, '') ?? '',
  validate: value => nameProblem(key, String(value ?? '')),
  render: (control, values, change) => (
    <TextControl
      control={control}
      value={String(values[key] ?? '')}
      maxLength={NAME_MOST}
      onChange={value => change({ [key]: value })}
    />
  ),
});

const typeField: FormField<Row> = {
  key: 'channel_type',
  label: 'Type',
  required: true,
  render: (control, values, change) => {
    const value = Number(values['channel_type']);
    const isKnown = CHANNEL_TYPES.some(type => type.value === value);
    return (
      <SelectControl<number>
        control={control}
        value={value}
        options={isKnown ? CHANNEL_TYPES : [...CHANNEL_TYPES, { value, label: channelTypeText(value) }]}
        onChange={next => change({ channel_type: next })}
      />
    );
  },
};

/** CHC-15: each country ships from its own warehouses. */
const fromCountryField: FormField<Row> = {
  key: 'from_country',
  label: 'From Country',
  required: true,
  render: (control, values, change) => (
    <FromCountryControl
      control={control}
      value={values['from_country'] as Country}
      isIntegrated={Number(values['channel_type']) !== CHANNEL_TYPE.nonIntegrate}
      onChange={from_country => change(withFollowing(channelConfig.follows, values, { from_country }))}
    />
  ),
};

const warehouseField = (key: 'seller_location' | 'warehouse_location'): FormField<Row> => ({
  key,
  label: key === 'seller_location' ? 'Seller Location' : 'WMS Location',
  // CHC-16: shown only for a channel whose tag allows a WMS location.
  ...(key === 'warehouse_location' ? { hidden: (values: Row) => !hasWmsLocation(Number(values['channel_tag'])) } : {}),
  render: (control, values, change) => (
    <WarehouseField
      control={control}
      kind={key === 'seller_location' ? 'seller' : 'wms'}
      country={values['from_country'] as Country}
      value={String(values[key] ?? '')}
      onChange={value => change({ [key]: value })}
    />
  ),
});

const countryField = (entity: Country): FormField<Row> => ({
  key: 'country',
  label: 'Country',
  render: control => <ReadOnlyControl control={control} value={`${entity} ${COUNTRIES[entity].name}`} />,
});

/** All fields except the id, in the order of the documents (CHC-10). */
const fieldsOf = (entity: Country): FormField<Row>[] => [
  nameField('channelName'),
  nameField('display_name'),
  typeField,
  fromCountryField,
  countryField(entity),
  ...[
    'status',
    'priority',
    'channel_tag',
    'cashless',
    'require_pickup_geo',
    'require_deliver_geo',
    'display_sequence',
  ].map(name => settingField(name, entity)),
  warehouseField('seller_location'),
  warehouseField('warehouse_location'),
];

/** Converts the dialog's values to settings; without its tag, a channel has no WMS location. */
function settings(entity: Country, values: Row): Row {
  const wanted = Object.fromEntries(channelConfig.edit.map(name => [name, values[name]]));
  const hasWms = hasWmsLocation(Number(wanted['channel_tag']));
  return recordValues(channelConfig, entity, { ...wanted, ...(hasWms ? {} : { warehouse_location: '' }) });
}

/** Creates a channel, or edits the one for which the dialog was opened (CHC-7, CHC-9 to CHC-16). */
export function ChannelForm(props: ListDialogProps<Row>) {
  return props.item ? <EditForm row={props.item.row} close={props.close} /> : <CreateForm close={props.close} />;
}

function CreateForm({ close }: { close: () => void }) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const written = useWritten();
  const channels = useChannels();
  const [initial] = useState<Row>(() => ({ ...newChannelSettings(entity), channelId: '' }));
  const fields = useMemo(
    (): FormField<Row>[] => [
      {
        key: 'channelId',
        label: 'Channel ID',
        hint: 'If empty, the server assigns the next free number.',
        validate: value => {
          const text = String(value ?? '');
          const problem = numberError('Channel ID', text);
          if (problem !== null || text === '') return problem;
          if (text.length > ID_MOST || wholeNumber(text) === 0)
            return `Channel ID must be a number above 0 with at most ${ID_MOST} digits`;
          const there = channels?.find(({ channelId }) => channelId === wholeNumber(text));
          return there ? `Channel ${text} already exists: ${there.name}` : null;
        },
        render: (control, values, change) => (
          <NumberControl
            control={control}
            value={String(values['channelId'] ?? '')}
            onChange={channelId => change({ channelId })}
          />
        ),
      },
      ...fieldsOf(entity),
    ],
    [channels, entity],
  );
  const apply = async (values: Row) => {
    const typed = wholeNumber(String(values['channelId'] ?? ''));
    const record: Row = { ...newChannelSettings(entity), ...settings(entity, values), country: entity };
    const isTaken = async (channelId: number) =>
      (await findOnDevice(
        client,
        entity,
        SOURCE,
        { channelId },
        keyOf(channelConfig, { country: entity, channelId }),
      ).catch(() => null)) !== null;
    // Numbers used by queued writes also count as taken.
    if (typed !== null && (await isTaken(typed)))
      throw new Error(`Channel ${typed} already exists. Choose another number.`);
    // If left empty, the server assigns the number: one chosen on a device might be taken by another new channel by the
    // time it is sent.
    const entry = await addRecord(client, channelConfig, entity, { ...record, channelId: typed ?? undefined });
    written('Create Successfully', entry);
    close();
  };
  return (
    <FormDialog<Row>
      title="Create Channel"
      intro={<p className={styles.intro}>A new channel affects no address and no record until other records use it.</p>}
      draftKey={`${CHANNEL_CONFIG_ID}/create`}
      initial={initial}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}

function EditForm({ row, close }: { row: Row; close: () => void }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const written = useWritten();
  const fields = useMemo(() => [channelLine(row), ...fieldsOf(entity)], [entity, row]);
  const valuesOf = (of: Row): Row => Object.fromEntries(channelConfig.edit.map(name => [name, of[name]]));
  const { latest, theirs } = useLatestRow(channelConfig, CHANNEL_CONFIG_ID, row, valuesOf);
  const apply = async (values: Row) => {
    const entry = await editRecord(client, channelConfig, entity, latest, settings(entity, values));
    if (entry) written('Update Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(channelConfig, row));
    close();
  };
  const key = keyOf(channelConfig, row);
  const draftKey = (of: string) => `${CHANNEL_CONFIG_ID}/edit/${of}`;
  return (
    <FormDialog<Row>
      title="Edit Channel"
      intro={<LastChanged collection={channelConfig.collection} recordKey={key} row={row} />}
      draftKey={draftKey(key)}
      {...formerDraft({ client, entity }, channelConfig, row, draftKey)}
      initial={valuesOf(row)}
      theirs={theirs}
      fields={fields}
      question={values => liveQuestion(latest, { ...latest, ...settings(entity, values) })}
      onApply={apply}
      onClose={close}
    />
  );
}
