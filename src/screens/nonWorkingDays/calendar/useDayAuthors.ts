import { useMemo } from 'react';
import type { RecordChange } from '../../../contract/history.ts';
import { keyOf } from '../../../contract/resource.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { dayAuthors, type DayAuthor, type DayAuthors } from '../../../domain/dayAuthors.ts';
import { formatTime } from '../../../domain/format.ts';
import type { Row } from '../../../sync/types.ts';
import { meansText } from '../../shared/history/historyTexts.ts';
import { useRecordHistory } from '../../shared/history/useRecordHistory.ts';

/** Maximum number of writes to search; each contains the schedule's full list of days twice. */
const WRITES_MOST = 200;

export interface AuthorsOfSchedule {
  /** Null until the history has been loaded. */
  authors: DayAuthors<RecordChange> | null;
  status: 'loading' | 'ready' | 'error';
  /** E.g. "by id.editor@ops.example on 2026-11-23 10:15:00, import days.xlsx, 8 rows". */
  words: (author: DayAuthor<RecordChange>, timeZone: string) => string;
}

/**
 * Determines from a schedule's history who set each of its days, and when. Once loaded, the history stays on this
 * device.
 */
export function useDayAuthors(row: Row): AuthorsOfSchedule {
  const key = keyOf(nonWorkingDays, row);
  const filters = { collection: nonWorkingDays.collection, key };
  const { rows, total, status } = useRecordHistory(filters, row['version'], 1, WRITES_MOST);
  return useMemo(() => {
    const writes = rows.map(item => item.row);
    const oldest = writes.length === 0 ? row : writes.at(-1)?.before;
    return {
      authors: status === 'ready' ? dayAuthors(writes, row) : null,
      status: status === 'idle' ? 'loading' : status,
      words: (author, timeZone) => {
        if (author.is === 'waiting') return 'on this device, not on the server yet';
        if (author.is === 'set') {
          const { email, timestamp } = author.write;
          return `by ${email} on ${formatTime(timestamp, timeZone)}, ${meansText(author.write)}`;
        }
        const first = writes.at(-1);
        if (first && total > writes.length) return `before ${formatTime(first.timestamp, timeZone)}`;
        const [by, at] = [oldest?.['updatedBy'], oldest?.['updatedAt']];
        if (typeof by !== 'string' || by === '' || typeof at !== 'number') return 'before the first recorded change';
        return `by ${by}, on or before ${formatTime(at, timeZone)}`;
      },
    };
  }, [rows, total, status, row]);
}
