import { useEffect, useMemo, useState } from 'react';
import type { ChannelRow } from '../../../contract/channels.ts';
import { keyOf } from '../../../contract/resource.ts';
import { channelServiceConf, CONFIGURATION_EDIT } from '../../../contract/resources/channelServiceConf.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { shipmentModeText } from '../../../domain/serviceableConfig.ts';
import { addRecord, editRecord } from '../../../sync/actions/records.ts';
import { findOnDevice } from '../../../sync/hooks/findOnDevice.ts';
import { useChannels } from '../../../sync/hooks/useChannels.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { ReadOnlyControl } from '../../../ui/form/controls.tsx';
import { FormDialog, type FormField, type FormParts } from '../../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { AlreadyThere, alreadyThere } from '../../resource/AlreadyThere.tsx';
import { sourceOf } from '../../resource/source.ts';
import { LastChanged } from '../../shared/history/LastChanged.tsx';
import { recordLine } from '../../shared/recordWords.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { SERVICEABLE_PATH } from '../tabs.ts';
import { ConfigurationLayout } from './ConfigurationLayout.tsx';
import { channelOf, CONFIG_FIELDS } from './fields.tsx';
import { configOf, flagOf, newValues, type ConfigValues } from './values.ts';

/** G82. */
const TITLE = 'Channel Serviceable Area Setting';
const PATH = `${SERVICEABLE_PATH}/channel-configuration`;
const LIST_ID = 'serviceable.channel-configuration';
const SOURCE = sourceOf(channelServiceConf, LIST_ID);
/** The channels are on the device as a rule; where they are not, the form does not wait for them, in milliseconds. */
const CHANNELS_MOST = 300;

type FormProps = ListDialogProps<Row> & { channels: readonly ChannelRow[] | undefined };

/** Creates a channel's configuration, or edits the one that the dialog was opened for (SAC-5 to SAC-18). */
export function ConfigurationForm(props: ListDialogProps<Row>) {
  const channels = useChannels();
  const { client } = useSync();
  const [waited, setWaited] = useState(false);
  useEffect(() => client.env.clock.after(CHANNELS_MOST, () => setWaited(true)), [client]);
  if (channels === undefined && !waited) return null;
  return props.item ? (
    <EditForm {...props} channels={channels} row={props.item.row} />
  ) : (
    <CreateForm {...props} channels={channels} />
  );
}

const modeOf = (flag: bigint | null): string => (flag === null ? '' : shipmentModeText(flag));

function CreateForm({ filters, close, channels }: FormProps) {
  const { client, entity } = useSync();
  const written = useWritten();
  const [there, setThere] = useState<Row | null>(null);
  const [initial] = useState(() => {
    const channelId = typeof filters['channelId'] === 'number' ? filters['channelId'] : null;
    return newValues(channelId, flagOf(channels, channelId), entity);
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const fields = useMemo(() => {
    const record = chosen === null ? null : { country: entity, channelId: chosen };
    const below = (said: boolean) => (
      <AlreadyThere
        resource={channelServiceConf}
        source={SOURCE}
        path={PATH}
        record={record}
        said={said}
        onFound={setThere}
        close={close}
      />
    );
    return [channelOf(channels, there && alreadyThere(channelServiceConf, there), below), ...CONFIG_FIELDS];
  }, [channels, chosen, close, entity, there]);

  const apply = async (values: ConfigValues) => {
    const record = { country: entity, channelId: values.channelId };
    const key = keyOf(channelServiceConf, record);
    const known = await findOnDevice(client, entity, SOURCE, { channelId: values.channelId }, key).catch(() => null);
    if (known) throw new Error(`${alreadyThere(channelServiceConf, known.row)}.`);
    const name = channels?.find(({ channelId }) => channelId === values.channelId)?.name ?? '';
    const entry = await addRecord(client, channelServiceConf, entity, { ...record, name, ...configOf(values) });
    written('Create Successfully', entry);
    close();
  };
  return (
    <FormDialog<ConfigValues>
      title={TITLE}
      size="setting"
      draftKey={`${LIST_ID}/create`}
      initial={initial}
      fields={fields}
      renderLayout={parts => <CreateParts parts={parts} channels={channels} onChannel={setChosen} />}
      onApply={apply}
      onClose={close}
    />
  );
}

interface CreatePartsProps {
  parts: FormParts<ConfigValues>;
  channels: readonly ChannelRow[] | undefined;
  onChannel: (channelId: number | null) => void;
}

function CreateParts({ parts, channels, onChannel }: CreatePartsProps) {
  const { entity } = useSync();
  const { channelId } = parts.values;
  const flag = flagOf(channels, channelId);
  const known = flag !== null && typeof channelId === 'number' ? channelId : null;
  useEffect(() => onChannel(known), [known, onChannel]);
  return (
    <ConfigurationLayout
      parts={parts}
      country={entity}
      countryName={COUNTRIES[entity].name}
      mode={modeOf(flag)}
      flag={flag}
    />
  );
}

function EditForm({ row, close, channels }: FormProps & { row: Row }) {
  const { client, entity } = useSync();
  const written = useWritten();
  const { notify } = useUi();
  const channelId = Number(row['channelId']);
  const initial: ConfigValues = { ...configOf(row), channelId, derivedFor: channelId };
  const fields = useMemo((): FormField<ConfigValues>[] => {
    const channel: FormField<ConfigValues> = {
      key: 'channelId',
      label: 'Channel ID',
      render: control => (
        <ReadOnlyControl control={control} value={`${channelId} ${String(row['name'] ?? '')}`.trim()} />
      ),
    };
    return [channel, ...CONFIG_FIELDS];
  }, [channelId, row]);
  const apply = async (values: ConfigValues) => {
    const config = configOf(values);
    const wanted = Object.fromEntries(CONFIGURATION_EDIT.map(field => [field, config[field]]));
    const entry = await editRecord(client, channelServiceConf, entity, row, wanted);
    if (entry) written('Edit Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(channelServiceConf, row));
    close();
  };
  return (
    <FormDialog<ConfigValues>
      title={TITLE}
      size="setting"
      intro={
        <LastChanged collection={channelServiceConf.collection} recordKey={keyOf(channelServiceConf, row)} row={row} />
      }
      draftKey={`${LIST_ID}/edit/${keyOf(channelServiceConf, row)}`}
      initial={initial}
      fields={fields}
      renderLayout={parts => (
        <ConfigurationLayout
          parts={parts}
          country={entity}
          countryName={COUNTRIES[entity].name}
          mode={modeOf(flagOf(channels, channelId))}
          flag={null}
        />
      )}
      onApply={apply}
      onClose={close}
    />
  );
}
