import { useCallback, useMemo, useRef, useState } from 'react';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { LocationRow } from '../../../contract/locations.ts';
import { APPLICABLE_TYPES, type ApplicableType, type SupportFlags } from '../../../domain/serviceable.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { addRecord } from '../../../sync/actions/records.ts';
import { useChannels } from '../../../sync/hooks/useChannels.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { ChannelSelect } from '../../../ui/ChannelSelect.tsx';
import { SelectControl } from '../../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../../ui/form/FormDialog.tsx';
import type { Values } from '../../../ui/form/formState.ts';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { levelNames } from '../../shared/locationText.ts';
import { PlacePicker } from '../../shared/PlacePicker.tsx';
import { flagsOf, supportFields } from './supportFields.tsx';

type CreateValues = Values &
  SupportFlags & { channelId: number | null; type: ApplicableType | null; locationId: string };

/** Adds a location to a channel. Channel, applicable type and location are required (SAL-13, G35). */
export function CreateLocationDialog({ filters, close }: ListDialogProps<ChannelLocationRow>) {
  const { client, entity } = useSync();
  const written = useWritten();
  const channels = useChannels();
  const path = useRef<readonly LocationRow[] | null | undefined>(null);
  const onPath = useCallback((found: readonly LocationRow[] | null | undefined) => {
    path.current = found;
  }, []);

  const fields = useMemo<readonly FormField<CreateValues>[]>(
    () => [
      {
        key: 'channelId',
        label: 'Channel ID',
        required: true,
        // An address may bring the id of another country's channel.
        validate: value =>
          channels === undefined || channels.some(channel => channel.channelId === value)
            ? null
            : `No channel of this country has the ID ${String(value)}`,
        render: (control, values, change) => (
          <ChannelSelect
            {...control}
            label="Channel ID"
            channels={channels}
            value={values.channelId}
            onChange={channelId => change({ channelId })}
          />
        ),
      },
      {
        key: 'type',
        label: 'Applicable Type',
        required: true,
        render: (control, values, change) => (
          <SelectControl
            control={control}
            value={values.type}
            options={APPLICABLE_TYPES}
            onChange={type => change({ type })}
          />
        ),
      },
      {
        key: 'locationId',
        label: 'Location',
        required: true,
        validate: value => (path.current === null ? `No location of this country has the ID ${String(value)}` : null),
        render: (control, values, change) => (
          <PlacePicker
            control={control}
            value={values.locationId}
            onChange={locationId => change({ locationId })}
            onPath={onPath}
          />
        ),
      },
      ...supportFields<CreateValues>(),
    ],
    [channels, onPath],
  );

  const apply = async (values: CreateValues) => {
    const { channelId, type } = values;
    if (channelId === null || type === null) return;
    const locationId = Number(values.locationId);
    const input = { ...flagsOf(values), channelId, type, locationId };
    const entry = await addRecord(client, channelLocation, entity, {
      ...input,
      ...levelNames(path.current ?? []),
      channelName: channels?.find(channel => channel.channelId === channelId)?.name ?? '',
      country: entity,
    });
    written('Create Successfully', entry);
    close();
  };

  const [initial] = useState<CreateValues>(() => ({
    channelId: typeof filters['channelId'] === 'number' ? filters['channelId'] : null,
    type: filters['type'] === 1 ? 1 : 0,
    locationId: '',
    canDeliver: true,
    canCOD: false,
    canPickup: false,
    canCODPickup: false,
  }));
  return (
    <FormDialog<CreateValues>
      title="Create Location"
      draftKey="serviceable.location/create"
      initial={initial}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}
