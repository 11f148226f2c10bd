import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import { matchPlaceNames } from '../../domain/placeMatch.ts';
import { ColumnTable, type Column, type Condition } from './columnTable.ts';
import { TextValues } from './textValues.ts';

/** Names as people write them in our countries; some are equal after folding, and some contain others. */
const NAMES = [
  'São Paulo',
  'sao paulo',
  'Paulo',
  'Đà Nẵng',
  'da',
  'กรุงเทพ',
  'กรุงเทพมหานคร',
  '臺北市',
  '台北',
  'ÅS',
  'a b',
];
const TYPED = ['sao', 'PAULO', 'da nang', 'đà', 'กรุง', 'มหา', '台北', '北', 'a', ' b', 'zz', '', 'São Paulo'];

interface Row {
  amount: number;
  bits: number;
  name: string | null;
}

const rowOf = fc.record({
  amount: fc.constantFrom(-3, 0, 1.5, 7, 1_000_000_007),
  bits: fc.integer({ min: 0, max: 7 }),
  name: fc.option(fc.constantFrom(...NAMES)),
});
const amounts = fc.constantFrom(-3, 0, 1.5, 7, 8, 1_000_000_007);
const typed = fc.constantFrom(...TYPED);
const single: fc.Arbitrary<Condition> = fc.oneof(
  amounts.map(value => ({ column: 'amount', is: 'equal' as const, value })),
  fc.constantFrom(1, 7, 8, 10, 1_000).map(digits => ({ column: 'amount', is: 'begins' as const, digits })),
  fc.array(amounts, { maxLength: 3 }).map(values => ({ column: 'amount', is: 'in' as const, values })),
  fc.array(typed, { maxLength: 3 }).map(values => ({ column: 'name', is: 'in' as const, values })),
  typed.map(value => ({ column: 'name', is: 'equal' as const, value })),
  fc.record({ column: fc.constant('name'), is: fc.constantFrom('prefix', 'containing', 'named'), text: typed }),
  fc.record({ column: fc.constantFrom('low', 'any'), is: fc.constantFrom('yes', 'no') }),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 6, arbitrary: single },
  { weight: 1, arbitrary: fc.array(single, { maxLength: 3 }).map(any => ({ any })) },
);

/** Whether a row meets a condition; a naive implementation. */
function meets(row: Row, wanted: Condition): boolean {
  if ('any' in wanted) return wanted.any.some(part => meets(row, part));
  if (wanted.column === 'low' || wanted.column === 'any') {
    return ((row.bits & (wanted.column === 'low' ? 1 : 7)) !== 0) === (wanted.is === 'yes');
  }
  if (wanted.is === 'begins') {
    return row.amount > 0 && Number.isInteger(row.amount) && String(row.amount).startsWith(String(wanted.digits));
  }
  if (wanted.column === 'amount') {
    return 'values' in wanted ? wanted.values.includes(row.amount) : 'value' in wanted && row.amount === wanted.value;
  }
  const { name } = row;
  if (name === null) return false;
  if ('values' in wanted) return wanted.values.some(value => fold(String(value)) === fold(name));
  if ('value' in wanted) return fold(String(wanted.value)) === fold(name);
  if (!('text' in wanted)) return false;
  if (wanted.is === 'prefix') return fold(name).startsWith(fold(wanted.text));
  if (wanted.is === 'containing') return fold(name).includes(fold(wanted.text));
  return matchPlaceNames(NAMES, wanted.text).includes(name);
}

const tableOf = (rows: readonly Row[]): ColumnTable => {
  const texts = new TextValues(NAMES);
  const bits = Uint8Array.from(rows, row => row.bits);
  const columns: Record<string, Column> = {
    amount: { kind: 'number', values: Float64Array.from(rows, row => row.amount) },
    low: { kind: 'bits', values: bits, mask: 1 },
    any: { kind: 'bits', values: bits, mask: 7 },
    name: {
      kind: 'text',
      texts,
      codes: Int32Array.from(rows, row => (row.name === null ? -1 : NAMES.indexOf(row.name))),
    },
  };
  return new ColumnTable({ length: rows.length, column: name => columns[name] });
};

const valueOf = (row: Row, column: string): number | string => {
  if (column === 'amount') return row.amount;
  if (column === 'name') return row.name === null ? '' : `=${fold(row.name)}`;
  return (row.bits & (column === 'low' ? 1 : 7)) === 0 ? 0 : 1;
};

describe('a table of columns', () => {
  it('filters of every kind, stable sorting, paging and counting give the same result as a full scan', () => {
    const property = fc.property(
      fc.array(rowOf, { maxLength: 60 }),
      fc.array(
        fc.record({
          conditions: fc.array(condition, { maxLength: 3 }),
          sort: fc.option(
            fc.record({ column: fc.constantFrom('amount', 'name', 'low', 'any'), descending: fc.boolean() }),
          ),
          offset: fc.nat(20),
          count: fc.integer({ min: 1, max: 12 }),
          within: fc.option(fc.tuple(fc.nat(60), fc.nat(60))),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (rows, questions) => {
        // Several queries of one table: results memoized for one query must not affect another.
        const table = tableOf(rows);
        for (const { conditions, sort, offset, count, within } of questions) {
          const [a, b] = within ?? [0, rows.length];
          const [start, end] = [Math.min(a, b, rows.length), Math.min(Math.max(a, b), rows.length)];
          const expected = rows
            .map((row, at) => ({ row, at }))
            .filter(({ row, at }) => at >= start && at < end && conditions.every(wanted => meets(row, wanted)));
          if (sort) {
            const way = sort.descending ? -1 : 1;
            expected.sort((x, y) => {
              const [left, right] = [valueOf(x.row, sort.column), valueOf(y.row, sort.column)];
              return left === right ? 0 : (left < right ? -1 : 1) * way;
            });
          }
          expect(table.page(conditions, sort, offset, count, [start, end])).toEqual({
            total: expected.length,
            positions: expected.slice(offset, offset + count).map(({ at }) => at),
          });
        }
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });

  it('memoized results are dropped when values change', () => {
    const values = Float64Array.of(3, 1, 2);
    const table = new ColumnTable({ length: 3, column: () => ({ kind: 'number', values }) });
    const ask = () => table.page([], { column: 'n', descending: false }, 0, 3).positions;
    expect(ask()).toEqual([1, 2, 0]);
    values[1] = 9;
    table.changed();
    expect(ask()).toEqual([2, 0, 1]);
  });

  it('suggestions equal those of a full scan: prefix matches first, then the other matches, each in order', () => {
    const property = fc.property(fc.uniqueArray(fc.constantFrom(...NAMES)), typed, fc.nat(6), (names, text, limit) => {
      const wanted = fold(text);
      const inOrder = [...names].sort((a, b) => {
        const [x, y] = [fold(a), fold(b)];
        return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
      });
      const starting = inOrder.filter(name => fold(name).startsWith(wanted));
      const inside = inOrder.filter(name => !starting.includes(name) && fold(name).includes(wanted));
      expect(new TextValues(names).suggest(text, limit)).toEqual([...starting, ...inside].slice(0, limit));
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
