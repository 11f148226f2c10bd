import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { numberText } from '../../contract/fields/channel.ts';
import { fieldOf } from '../../contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import { canSetCod, withCod, type CodField, type CodSettings } from '../../domain/channelConfig/cod.ts';
import { DIMENSION_WARNING, emptySides } from '../../domain/channelConfig/extraData.ts';
import { SPANS, spanProblem } from '../../domain/channelConfig/problem.ts';
import { dimensionSides, sideSetting } from '../../domain/channelConfig/settings.ts';
import type { Country } from '../../domain/country.ts';
import { NO, NO_YES, YES } from '../../domain/serviceableChoices.ts';
import type { Row } from '../../sync/types.ts';
import { ReadOnlyControl, YesNoControl } from '../../ui/form/controls.tsx';
import type { FormField } from '../../ui/form/FormDialog.tsx';
import { settingsOf } from './settingNames.ts';
import { formField, NO_OWNERS, recordValues } from '../resource/fields.tsx';

/**
 * The fields in the dialogs for a channel's settings, generated from the channel's declaration, with the rules of each
 * dialog.
 */

/** Text shown in the dialogs of a channel that cannot be changed here. */
export const channelLine = (row: Row): FormField<Row> => ({
  key: 'channelId',
  label: 'Channel ID',
  render: control => (
    <ReadOnlyControl control={control} value={`${numberText(row['channelId'])} ${String(row['channelName'])}`} />
  ),
});

const COD_FIELDS: readonly string[] = CHANNEL_GROUPS.cod.fields;
const NOTHING = { places: {}, onPlace: () => undefined, owners: NO_OWNERS };

/** A setting that can be on or off. */
function switchField(name: string, label: string): FormField<Row> {
  const isCod = COD_FIELDS.includes(name);
  return {
    key: name,
    label,
    ...(isCod ? { disabled: (values: Row) => !canSetCod(values as unknown as CodSettings, name as CodField) } : {}),
    render: (control, values, change) => (
      <YesNoControl
        control={control}
        value={values[name] === YES}
        onChange={on => {
          const value = on ? YES : NO;
          change(isCod ? { ...withCod(values as unknown as CodSettings, name as CodField, value) } : { [name]: value });
        }}
      />
    ),
  };
}

/** Whether a setting is an empty side of a dimension criterion of which another side is set (CHC-35). */
const isEmptySide = (name: string, values: Row): boolean =>
  emptySides(dimensionSides(values)).map(sideSetting).includes(name);

/** A side of the dimension criterion, which warns as soon as another side is set. */
const sideField = (field: FormField<Row>): FormField<Row> => ({
  ...field,
  validate: (value, values) =>
    field.validate?.(value, values) ?? (isEmptySide(field.key, values) ? DIMENSION_WARNING : null),
  render: (control, values, change) => (
    <>
      {field.render(control, values, change)}
      {!control.invalid && isEmptySide(field.key, values) && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{DIMENSION_WARNING}</MessageBarBody>
        </MessageBar>
      )}
    </>
  ),
});

/** One setting's field. */
export function settingField(name: string, entity: Country): FormField<Row> {
  const declared = fieldOf(channelConfig, name);
  if (declared?.kind === 'choice' && declared.choices === NO_YES) return switchField(name, declared.label);
  const own = formField(channelConfig, name, entity, NOTHING);
  const field: FormField<Row> = {
    ...own,
    validate: (value, values) => {
      const wrong = own.validate?.(value, values) ?? null;
      if (wrong !== null || !SPANS.some(([least]) => least === name)) return wrong;
      return spanProblem(recordValues(channelConfig, entity, values), name);
    },
  };
  return name.startsWith('dimension_') && name !== 'dimension_sum' ? sideField(field) : field;
}

/** The fields of a group's dialog. */
export const groupFields = (group: ChannelGroup, entity: Country): FormField<Row>[] =>
  settingsOf(group, entity).map(name => settingField(name, entity));
