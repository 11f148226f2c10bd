import { useMemo } from 'react';
import { namesakeOf, namesakeText, renamingProblem } from '../../domain/placeName.ts';
import { LEVEL_NAMES } from '../../domain/serviceable.ts';
import { renameLocation } from '../../sync/actions/locations.ts';
import { useLocationChildren } from '../../sync/hooks/usePlaces.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { ReadOnlyControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { LastChanged } from '../shared/history/LastChanged.tsx';
import { placeNameField } from '../shared/placeName.tsx';
import { useWritten } from '../shared/useUndo.ts';
import { parentPath, type PlaceRow } from './source.ts';

const shown = (key: string, label: string, value: string): FormField<Row> => ({
  key,
  label,
  render: control => <ReadOnlyControl control={control} value={value} />,
});

/** Renames a place; its position in the tree is read-only. */
export function RenameDialog({ item, close }: ListDialogProps<PlaceRow>) {
  return item ? <RenameForm row={item.row} close={close} /> : null;
}

function RenameForm({ row, close }: { row: PlaceRow; close: () => void }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const written = useWritten();
  const { locationId, parentId } = row;
  const siblings = useLocationChildren(parentId);
  const fields = useMemo(() => {
    const refused = (name: string): string | null => {
      const kept = renamingProblem(entity, row, name);
      if (kept !== null) return kept;
      const namesake = namesakeOf(siblings ?? [], locationId, name);
      return namesake ? namesakeText(namesake) : null;
    };
    return [
      shown('locationId', 'Location ID', String(locationId)),
      shown('level', 'Level', LEVEL_NAMES[row.level] ?? String(row.level)),
      ...(row.level > 0 ? [shown('path', 'Parent Path', parentPath(row))] : []),
      placeNameField(refused),
    ];
  }, [entity, locationId, row, siblings]);
  const apply = async (values: Row) => {
    const entry = await renameLocation(client, entity, row, String(values['name']));
    if (entry) written('Edit Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', `${row.name} (${locationId})`);
    close();
  };
  return (
    <FormDialog<Row>
      title="Edit Location"
      intro={<LastChanged collection="locations" recordKey={String(locationId)} row={row} />}
      draftKey={`locationTree/edit/${locationId}`}
      initial={{ name: row.name }}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}
