import { useEffect, useMemo, useState } from 'react';
import { importById } from '../../../contract/imports/registry.ts';
import type { ChangedRow } from '../../../contract/importRows.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import type { ScheduleChange } from '../../../domain/leadTimeShift.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { UploadConsequenceProps } from '../../../ui/upload/uploadTypes.ts';
import { NO_FILTERS, SCHEDULES, SCHEDULES_MOST } from './schedules.ts';
import { importedSchedules } from './importedSchedules.ts';
import { ManyShift } from './ManyShift.tsx';

const columns = importById(nonWorkingDays.id)?.columns ?? [];
const NONE: readonly ScheduleChange[] = [];

/** The effect of an import of schedules on lead times, shown before Apply. */
export function ImportShift({ state, engine }: UploadConsequenceProps) {
  const { entity } = useSync();
  const { compare } = state;
  const [found, setFound] = useState<{ compare: typeof compare; rows: readonly ChangedRow[] } | null>(null);
  const schedules = useList(SCHEDULES, NO_FILTERS, 1, SCHEDULES_MOST);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const kinds = await Promise.all(
        (['added', 'changed'] as const).map(change => engine.changes(change, 0, SCHEDULES_MOST)),
      );
      if (current) setFound({ compare, rows: kinds.flatMap(rows => rows ?? []) });
    };
    void read();
    return () => {
      current = false;
    };
  }, [engine, compare]);
  const changes = useMemo(
    () =>
      found && found.compare === compare && schedules.status === 'ready'
        ? importedSchedules(
            found.rows,
            columns,
            schedules.rows.map(({ row }) => row),
            entity,
          )
        : NONE,
    [found, compare, schedules, entity],
  );
  return <ManyShift changes={changes} />;
}
