import type { Row } from '../types.ts';
import type { ListData, ListRow } from '../../contract/listData.ts';

const sameRow = (a: ListRow<Row>, b: ListRow<Row>): boolean =>
  a.key === b.key &&
  a.row === b.row &&
  (a.pending === b.pending || JSON.stringify(a.pending) === JSON.stringify(b.pending));

/** Whether two results show the same: the same rows, however they were put together. */
export function sameResult<R extends Row>(a: ListData<R>, b: ListData<R>): boolean {
  const { rows: ours, ...rest } = a;
  const { rows: theirs, ...next } = b;
  return (
    (Object.keys(rest) as (keyof typeof rest)[]).every(key => rest[key] === next[key]) &&
    ours.length === theirs.length &&
    ours.every((row, at) => sameRow(row, theirs[at] as ListRow<R>))
  );
}
