import { useLayoutEffect, useRef } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import { failureText } from '../form/failureText.ts';
import { useUi } from '../UiContext.ts';
import type { Column } from './columns.ts';
import type { Painted, TableDoing } from './doing.ts';

/**
 * Time in milliseconds for which a value remains painted after its write was stored, if the list has not caught up by
 * then.
 */
const PAINTED_MOST = 3000;

interface PaintedOptions<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** Marks of pending bulk changes, by key. */
  waiting: ReadonlyMap<string, Painted>;
  /** Writes a cell's new value; resolves once it is stored. */
  write: (row: R, column: Column<R>, value: unknown) => Promise<void>;
}

/**
 * Paints a cell's new value immediately, writes it, and removes the paint when the list itself shows the value or the
 * write has failed. Writes are made in the order in which the cells were changed.
 */
export function usePainted<R extends Fields>({ doing, rows, waiting, write }: PaintedOptions<R>) {
  const { notify } = useUi();
  const own = useRef(new Map<string, { values: Fields; open: number }>());
  const lastWrite = useRef<Promise<unknown>>(Promise.resolve());

  const repaint = (): void => {
    const painted = new Map<string, Painted>(waiting);
    for (const [key, { values }] of own.current) {
      const below = painted.get(key);
      painted.set(key, { ...below, values: { ...below?.values, ...values } });
    }
    if (painted.size > 0 || doing.getSnapshot().painted.size > 0) doing.set({ painted });
  };

  // Once the list itself shows a value, it is no longer painted.
  useLayoutEffect(() => {
    for (const { key, row } of rows) {
      const painted = own.current.get(key);
      if (!painted || painted.open > 0) continue;
      const left = Object.entries(painted.values).filter(([name, value]) => !Object.is(row[name], value));
      if (left.length === 0) own.current.delete(key);
    }
    repaint();
    // oxlint-disable-next-line react/exhaustive-deps -- what is painted follows rows and waiting changes alone
  }, [rows, waiting]);

  return (item: ListRow<R>, column: Column<R>, value: unknown): void => {
    const painted = doing.getSnapshot().painted.get(item.key);
    const shown = { ...item.row, ...painted?.values };
    if (Object.is(shown[column.key], value)) return;
    const before = own.current.get(item.key) ?? { values: {}, open: 0 };
    own.current.set(item.key, { values: { ...before.values, [column.key]: value }, open: before.open + 1 });
    repaint();
    const drop = (): void => {
      if (own.current.get(item.key)?.open !== 0) return;
      own.current.delete(item.key);
      repaint();
    };
    const ended = (): void => {
      const last = own.current.get(item.key);
      if (last) own.current.set(item.key, { ...last, open: last.open - 1 });
    };
    lastWrite.current = lastWrite.current
      .then(() => write(shown, column, value))
      .then(
        () => {
          ended();
          setTimeout(drop, PAINTED_MOST);
        },
        (error: unknown) => {
          ended();
          own.current.delete(item.key);
          repaint();
          notify.error(failureText(error));
        },
      );
  };
}
