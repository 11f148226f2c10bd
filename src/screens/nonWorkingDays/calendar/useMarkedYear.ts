import { useCallback, useMemo, useState } from 'react';
import { keyOf } from '../../../contract/resource.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import {
  differingDays,
  kindWord,
  listMarks,
  marked,
  marksSince,
  openMarks,
  yearOf,
  type Marks,
} from '../../../domain/calendarYear.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import { ALL, holidaysText, readHolidays, WORK } from '../../../domain/nonWorkingDays.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { useDraft } from '../../../ui/form/useDraft.ts';
import { scheduleRow } from '../../shared/shift/schedules.ts';

const NO_MARKS = '{}';

/** A schedule in a few words: its channel and service type. */
export const nameOf = (row: Row): string => `${String(row['channelId'])} ${String(row['serviceType'])}`;

/**
 * A schedule's year with the days that a person has marked but not saved yet, which are kept as a draft.
 *
 * @param other the schedule to compare with
 */
export function useMarkedYear(row: Row, other: Row | null, year: number, region: string) {
  const { entity } = useSync();
  const key = keyOf(nonWorkingDays, row);
  const schedule = useMemo(() => scheduleRow(row, entity), [row, entity]);
  const [values, setValues] = useState({ marks: NO_MARKS });
  const [initial] = useState({ marks: NO_MARKS });
  const draft = useDraft(`${nonWorkingDays.id}/calendar/${key}`, initial, values, setValues);
  const saved = useMemo(() => readHolidays(schedule.HolidaysSetting) ?? {}, [schedule]);
  const marks = useMemo(() => openMarks(saved, JSON.parse(values.marks) as Marks), [saved, values.marks]);
  const put = useCallback((next: Marks) => {
    const sorted = Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
    setValues({ marks: JSON.stringify(sorted) });
  }, []);
  /** Removes the marks that have been applied from the draft; those set in the meantime stay. */
  const settle = (applied: Marks) => {
    setValues(now => ({ marks: JSON.stringify(marksSince(JSON.parse(now.marks) as Marks, applied)) }));
    draft.goOn(initial);
  };
  const holidays = useMemo(() => marked(saved, marks), [saved, marks]);
  const after = useMemo(
    (): NonWorkingRow => ({ ...schedule, HolidaysSetting: holidaysText(holidays) }),
    [schedule, holidays],
  );
  const kinds = useMemo(() => yearOf(after, region, year), [after, region, year]);
  const theirs = useMemo(
    () => other && yearOf(scheduleRow(other, entity), region, year),
    [other, entity, region, year],
  );
  const differing = useMemo(() => (theirs ? differingDays(kinds, theirs, year) : []), [kinds, theirs, year]);
  const differs = useMemo(
    () =>
      new Map(
        differing.map(({ day, theirs: kind }) => [day, `${kindWord(kind)} in ${other ? nameOf(other) : ''}`] as const),
      ),
    [differing, other],
  );
  const changes = useMemo(
    () =>
      new Map(
        listMarks(marks).flatMap(mark =>
          mark.region === region || mark.region === ALL
            ? [[mark.day, mark.to] as const]
            : // The day's label is unchanged, so nothing is crossed out.
              mark.region === WORK
              ? [[mark.day, true] as const]
              : [],
        ),
      ),
    [marks, region],
  );
  return { schedule, draft, saved, marks, put, settle, holidays, after, kinds, differing, differs, changes };
}
export type MarkedYear = ReturnType<typeof useMarkedYear>;
