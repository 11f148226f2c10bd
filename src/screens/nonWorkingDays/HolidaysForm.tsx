import { useMemo } from 'react';
import { keyOf } from '../../contract/resource.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { readHolidays } from '../../domain/nonWorkingDays.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { LastChanged } from '../shared/history/LastChanged.tsx';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';
import { useLatestRow } from '../resource/useLatestRow.ts';
import { formFields, NO_OWNERS, recordValues, shownFields } from '../resource/fields.tsx';
import { ShiftText } from './ShiftText.tsx';

/** The schedule's key. */
const NAMED: readonly string[] = nonWorkingDays.key;
const FIELD = 'HolidaysSetting';

/** A schedule's holidays as chips, with the effect of a change on lead times. */
export function HolidaysForm({ item, close }: ListDialogProps<Row>) {
  return item ? <EditForm row={item.row} close={close} /> : null;
}

const valuesOf = (row: Row): Row => ({ [FIELD]: row[FIELD] });

function EditForm({ row, close }: { row: Row; close: () => void }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const written = useWritten();
  const { latest, theirs } = useLatestRow(nonWorkingDays, 'nonWorkingDays.calendar', row, valuesOf);
  const shown = useMemo(() => shownFields(nonWorkingDays, row).filter(({ key }) => NAMED.includes(key)), [row]);
  const fields = useMemo(
    () => [...shown, ...formFields(nonWorkingDays, entity, [FIELD], NO_OWNERS, row)],
    [entity, row, shown],
  );
  const apply = async (values: Row) => {
    const wanted = recordValues(nonWorkingDays, entity, { [FIELD]: values[FIELD] });
    const entry = await editRecord(client, nonWorkingDays, entity, latest, wanted, 'nonWorkingDays.holidays');
    if (entry) written('Apply successful', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(nonWorkingDays, row));
    close();
  };
  const key = keyOf(nonWorkingDays, row);
  return (
    <FormDialog<Row>
      title="Edit holidays"
      intro={<LastChanged collection={nonWorkingDays.collection} recordKey={key} row={row} />}
      draftKey={`${nonWorkingDays.id}/holidays/${key}`}
      initial={valuesOf(row)}
      theirs={theirs}
      fields={[
        ...fields,
        {
          key: 'shift',
          label: '',
          render: (_control, values) => (
            <ShiftText
              row={latest}
              change={readHolidays(String(values[FIELD])) && { HolidaysSetting: String(values[FIELD]) }}
            />
          ),
        },
      ]}
      onApply={apply}
      onClose={close}
    />
  );
}
