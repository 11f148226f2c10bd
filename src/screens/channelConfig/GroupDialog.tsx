import { useMemo, useState } from 'react';
import { kindOf } from '../../contract/fields/all.ts';
import { fieldOf, keyOf } from '../../contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import type { Country } from '../../domain/country.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { recordValues } from '../resource/fields.tsx';
import { formerDraft } from '../shared/formerDraft.ts';
import { useLatestRow } from '../resource/useLatestRow.ts';
import { LastChanged } from '../shared/history/LastChanged.tsx';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';
import { liveQuestion } from './Differences.tsx';
import { channelLine, groupFields } from './fields.tsx';
import { CHANNEL_CONFIG_ID } from './pages.tsx';

/** A setting's initial value in the form: a number in the country's format, or an empty string for an unset value. */
const entered = (name: string, value: unknown, entity: Country): unknown => {
  const field = fieldOf(channelConfig, name);
  const typed = field && kindOf(field).rule ? kindOf(field).typed : null;
  if (!field || !typed) return value;
  return value === null ? '' : typed.write(field, value, entity);
};

/** Edits a single group of a channel's settings (CHC-5, CHC-7). */
export function GroupDialog({ group, row, close }: { group: ChannelGroup; row: Row; close: () => void }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const written = useWritten();
  const { label, fields: names } = CHANNEL_GROUPS[group];
  const fields = useMemo(() => [channelLine(row), ...groupFields(group, entity)], [entity, group, row]);
  const wantedOf = (values: Row): Row =>
    recordValues(channelConfig, entity, Object.fromEntries(names.map(name => [name, values[name]])));
  const valuesOf = (of: Row): Row => Object.fromEntries(names.map(name => [name, entered(name, of[name], entity)]));
  const [initial] = useState(() => valuesOf(row));
  const { latest, theirs } = useLatestRow(channelConfig, CHANNEL_CONFIG_ID, row, valuesOf);
  const apply = async (values: Row) => {
    const wanted = wantedOf(values);
    const entry = await editRecord(client, channelConfig, entity, latest, wanted, `channelConfig.${group}`);
    if (entry) written('Update Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(channelConfig, row));
    close();
  };
  const key = keyOf(channelConfig, row);
  const draftKey = (of: string) => `${CHANNEL_CONFIG_ID}/${group}/${of}`;
  return (
    <FormDialog<Row>
      title={group === 'flags' ? label : `Edit ${label}`}
      intro={<LastChanged collection={channelConfig.collection} recordKey={key} row={row} />}
      draftKey={draftKey(key)}
      {...formerDraft({ client, entity }, channelConfig, row, draftKey)}
      initial={initial}
      theirs={theirs}
      fields={fields}
      question={values => liveQuestion(latest, { ...latest, ...wantedOf(values) })}
      onApply={apply}
      onClose={close}
    />
  );
}
