import { useRef } from 'react';
import type { DoingState, TableDoing } from './doing.ts';
import { ranged, toggled } from './selectRows.ts';

/** Selects individual rows and ranges of rows. */
export function useSelecting(doing: TableDoing, rows: readonly { key: string }[]) {
  /** The row at which a range starts, and the previous selection. */
  const range = useRef<{ key: string; before: DoingState['selection'] } | null>(null);
  const keysHere = (): string[] => rows.map(({ key }) => key);
  const select = (selection: DoingState['selection']): void => doing.set({ selection });
  return {
    keysHere,
    select,
    /** Selects the rows from the start of the range, or from the row `from` if there is none. */
    selectTo: (index: number, from: number): void => {
      const keys = keysHere();
      const { selection } = doing.getSnapshot();
      const known = range.current && keys.includes(range.current.key) ? range.current : null;
      const start = known ?? { key: keys[from] as string, before: selection };
      range.current = start;
      select(ranged(start.before, keys, keys.indexOf(start.key), index));
    },
    selectOne: ({ key }: { key: string }): void => {
      const selection = toggled(doing.getSnapshot().selection, key);
      range.current = { key, before: selection };
      select(selection);
    },
    /** The next range starts at a different row. */
    forgetRange: (): void => {
      range.current = null;
    },
  };
}
