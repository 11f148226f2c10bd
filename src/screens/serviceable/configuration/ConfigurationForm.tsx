import { useEffect, useMemo, useState } from 'react';
import type { ChannelRow } from '../../../contract/channels.ts';
import { keyOf } from '../../../contract/resource.ts';
import { OWNERS } from '../../../contract/owner.ts';
import { CONFIGURATION_EDIT } from '../../../contract/resources/channelServiceConf.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { shipmentModeText } from '../../../domain/serviceableConfig.ts';
import { addRecord, editRecord } from '../../../sync/actions/records.ts';
import { findOnDevice } from '../../../sync/hooks/findOnDevice.ts';
import { useChannels, useOwners, type OwnerChoice } from '../../../sync/hooks/useChannels.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { ReadOnlyControl } from '../../../ui/form/controls.tsx';
import { FormDialog, type FormField, type FormParts } from '../../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { AlreadyThere, alreadyThere } from '../../resource/AlreadyThere.tsx';
import { sourceOf } from '../../resource/source.ts';
import { useLatestRow } from '../../resource/useLatestRow.ts';
import { LastChanged } from '../../shared/history/LastChanged.tsx';
import { recordLine } from '../../shared/recordLine.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { ConfigurationLayout } from './ConfigurationLayout.tsx';
import { CONFIG_FIELDS, ownerOf } from './fields.tsx';
import type { Setting } from './settings.ts';
import { configOf, flagOf, newValues, type ConfigValues } from './values.ts';

/** Maximum time in milliseconds that the form waits for channels and 3PLs, which are usually on the device. */
const OWNERS_MOST = 300;

type OwnProps = ListDialogProps<Row> & { setting: Setting };
type FormProps = OwnProps & {
  owners: readonly OwnerChoice[] | undefined;
  /** Needed for the channels' flags, which 3PLs do not have. */
  channels: readonly ChannelRow[] | undefined;
};

/**
 * Creates the configuration of a channel or 3PL, or edits the one for which the dialog was opened (SAC-5 to SAC-18,
 * TPL-7).
 */
export function ConfigurationForm(props: OwnProps) {
  const { scope } = props.setting;
  const channels = useChannels();
  const owners = useOwners(scope);
  const { client } = useSync();
  const [waited, setWaited] = useState(false);
  useEffect(() => client.env.clock.after(OWNERS_MOST, () => setWaited(true)), [client]);
  if (owners === undefined && !waited) return null;
  const known = { owners, channels: scope === 'channel' ? channels : undefined };
  return props.item ? <EditForm {...props} {...known} row={props.item.row} /> : <CreateForm {...props} {...known} />;
}

/** A channel's shipment mode in words; null for a 3PL, which has no shipment mode. */
const modeOf = ({ scope }: Setting, flag: bigint | null): string | null =>
  scope === 'channel' ? (flag === null ? '' : shipmentModeText(flag)) : null;

function CreateForm({ filters, close, setting, owners, channels }: FormProps) {
  const { scope, resource, id, title } = setting;
  const { field } = OWNERS[scope];
  const { client, entity } = useSync();
  const source = useMemo(() => sourceOf(resource, id), [resource, id]);
  const written = useWritten();
  const [there, setThere] = useState<Row | null>(null);
  const [initial] = useState(() => {
    const channelId = typeof filters[field] === 'number' ? filters[field] : null;
    return newValues(channelId, flagOf(channels, channelId), entity);
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const fields = useMemo(() => {
    const record = chosen === null ? null : { country: entity, [field]: chosen };
    const below = (said: boolean) => (
      <AlreadyThere
        resource={resource}
        source={source}
        path={resource.page?.path ?? ''}
        record={record}
        said={said}
        onFound={setThere}
        close={close}
      />
    );
    return [ownerOf(scope, owners, there && alreadyThere(resource, there), below), ...CONFIG_FIELDS];
  }, [owners, chosen, close, entity, field, resource, scope, source, there]);

  const apply = async (values: ConfigValues) => {
    const record = { country: entity, [field]: values.channelId };
    const key = keyOf(resource, record);
    const known = await findOnDevice(client, entity, source, { [field]: values.channelId }, key).catch(() => null);
    if (known) throw new Error(`${alreadyThere(resource, known.row)}.`);
    const name = owners?.find(({ id }) => id === values.channelId)?.name ?? '';
    const entry = await addRecord(client, resource, entity, { ...record, name, ...configOf(values) });
    written('Create Successfully', entry);
    close();
  };
  return (
    <FormDialog<ConfigValues>
      title={title}
      size="setting"
      draftKey={`${id}/create`}
      initial={initial}
      fields={fields}
      renderLayout={parts => (
        <CreateParts setting={setting} parts={parts} owners={owners} channels={channels} onOwner={setChosen} />
      )}
      onApply={apply}
      onClose={close}
    />
  );
}

interface CreatePartsProps extends Pick<FormProps, 'setting' | 'owners' | 'channels'> {
  parts: FormParts<ConfigValues>;
  onOwner: (id: number | null) => void;
}

function CreateParts({ setting, parts, owners, channels, onOwner }: CreatePartsProps) {
  const { entity } = useSync();
  const { channelId: id } = parts.values;
  const flag = flagOf(channels, id);
  const known = typeof id === 'number' && owners?.some(owner => owner.id === id) === true ? id : null;
  useEffect(() => onOwner(known), [known, onOwner]);
  return (
    <ConfigurationLayout
      setting={setting}
      parts={parts}
      country={entity}
      countryName={COUNTRIES[entity].name}
      mode={modeOf(setting, flag)}
      flag={flag}
    />
  );
}

function EditForm({ row, close, setting, channels }: FormProps & { row: Row }) {
  const { scope, resource, id, title } = setting;
  const { field: owner, title: noun } = OWNERS[scope];
  const { client, entity } = useSync();
  const written = useWritten();
  const { notify } = useUi();
  const channelId = Number(row[owner]);
  const valuesOf = (of: Row): ConfigValues => ({ ...configOf(of), channelId, derivedFor: channelId });
  const { latest, theirs } = useLatestRow(resource, id, row, valuesOf);
  const fields = useMemo((): FormField<ConfigValues>[] => {
    const shown: FormField<ConfigValues> = {
      key: 'channelId',
      label: `${noun} ID`,
      render: control => (
        <ReadOnlyControl control={control} value={`${channelId} ${String(row['name'] ?? '')}`.trim()} />
      ),
    };
    return [shown, ...CONFIG_FIELDS];
  }, [channelId, noun, row]);
  const apply = async (values: ConfigValues) => {
    const config = configOf(values);
    const wanted = Object.fromEntries(CONFIGURATION_EDIT.map(field => [field, config[field]]));
    const entry = await editRecord(client, resource, entity, latest, wanted);
    if (entry) written('Edit Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(resource, row));
    close();
  };
  return (
    <FormDialog<ConfigValues>
      title={title}
      size="setting"
      intro={<LastChanged collection={resource.collection} recordKey={keyOf(resource, row)} row={row} />}
      draftKey={`${id}/edit/${keyOf(resource, row)}`}
      initial={valuesOf(row)}
      theirs={theirs}
      fields={fields}
      renderLayout={parts => (
        <ConfigurationLayout
          setting={setting}
          parts={parts}
          country={entity}
          countryName={COUNTRIES[entity].name}
          mode={modeOf(setting, flagOf(channels, channelId))}
          flag={null}
        />
      )}
      onApply={apply}
      onClose={close}
    />
  );
}
