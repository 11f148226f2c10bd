import { describe, expect, it } from 'vitest';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { formFields, formField, NO_OWNERS } from './fields.tsx';
import { breaking, lawful } from '../../../tests/support/rules.ts';
import { kindOf } from '../../contract/fields/all.ts';
import { canImport, inputFields, isUpdated, type Resource } from '../../contract/resource.ts';
import { importOf } from '../../contract/resourceSheet.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { SHEETS } from '../../contract/resources/sheets.ts';
import { problemOf } from '../../contract/rule.ts';
import { planBulk } from '../../sync/actions/bulk.ts';
import { sampleRow } from '../../sync/testing/sampleRow.ts';
import { typedCell } from './typedCell.ts';

/** The form's message for a field, given typed values. */
const said = (resource: typeof locationCdt | typeof channelCdt, name: string, values: object, record = {}) =>
  formFields(resource, 'ID', [name], NO_OWNERS, record)[0]?.validate?.(
    (values as Record<string, unknown>)[name],
    values as Record<string, unknown>,
  );

const row = { channelId: 10021, originLevel: -1, origin: 'ID', destinationLevel: 0, destination: '1000001' };

it('a form field reports a violated rule between fields before the record is sent', () => {
  expect(said(locationCdt, 'maxDays', { minDays: '5', maxDays: '2' }, row)).toBe(
    'Max CDT must not be below Min CDT, which is 5',
  );
  expect(said(locationCdt, 'minDays', { minDays: '5', maxDays: '2' }, row)).toBeNull();
  expect(said(locationCdt, 'maxDays', { minDays: '2', maxDays: '5' }, row)).toBeNull();
  expect(said(locationCdt, 'origin', { ...row, origin: 'MY', minDays: '1', maxDays: '2' })).toContain(
    'Origin must be ID',
  );
  const times = { channelId: 1, cdtType: 0, category: 2, firstMileMin: 0, firstMileMax: 1, status: 0 };
  expect(said(channelCdt, 'crossBorderMax', { ...times, crossBorderMin: '0', crossBorderMax: '3' })).toContain(
    'does not cross a border',
  );
});

it('no rule is reported while a value is missing or if only a single cell is given', () => {
  expect(said(locationCdt, 'maxDays', { minDays: '', maxDays: '2' }, row)).toBeNull();
  const cell = formField(locationCdt, 'maxDays', 'ID', { places: {}, onPlace: () => undefined, owners: NO_OWNERS });
  expect(cell.validate?.('2', { maxDays: '2' })).toBeNull();
});

it('editing a cell reports any violated rule of its row, even one attached to another field', () => {
  const whole = { ...row, minDays: 5, maxDays: 6 };
  expect(problemOf(locationCdt, { ...whole, minDays: 9 }, 'ID')?.problem).toContain(
    'must not be below Min CDT, which is 9',
  );
  expect(problemOf(locationCdt, { ...whole, maxDays: 5 }, 'ID')).toBeNull();
});

const RULED = (RESOURCES as readonly Resource[]).filter(({ problem }) => problem !== undefined);

/** A value as stored by the form: numbers as typed text. */
const typed = (resource: Resource, name: string, value: unknown): unknown => {
  const field = resource.fields[name];
  const writing = field && kindOf(field).rule ? kindOf(field).typed : null;
  return writing && field && value !== null ? writing.write(field, value, 'ID') : value;
};

describe.each(RULED)('the rule between fields of $label.many', resource => {
  const collection = resource.collection as ResourceCollection;
  const names = inputFields(resource).filter(name => !resource.key.includes(name));
  const record = { ...lawful(resource, sampleRow(collection, 10_021, 1, 1), inputFields(resource)), version: 1 };
  const edits = names.filter(name => isUpdated(resource, name));
  const { set, problem } = breaking(resource, record, edits);

  it('a form shows the violated rule at the field to which the rule is attached', () => {
    const { field, problem: text } = problem;
    const values = Object.fromEntries(
      Object.entries({ ...record, ...set }).map(([name, value]) => [name, typed(resource, name, value)]),
    );
    const control = formField(resource, field, 'ID', { places: {}, onPlace: () => undefined, owners: NO_OWNERS });
    expect(control.validate?.(values[field], values)).toBe(text);
  });

  it('an edited cell reports the violated rule, even one attached to another field', () => {
    for (const name of edits) {
      const cell = typedCell(resource, { key: name }, 'ID');
      if (!cell) continue;
      try {
        const alone = breaking(resource, record, [name]);
        const [value] = Object.values(alone.set);
        const text = value === null ? '' : String(typed(resource, name, value));
        expect([name, cell.problemOf(text, record)]).toEqual([name, expect.stringContaining(alone.problem.problem)]);
      } catch (error) {
        // No value of this field can break the rule by itself.
        if (!(error instanceof Error) || !error.message.startsWith('no value of')) throw error;
      }
    }
  });

  it('a bulk change leaves out records that would violate the rule', () => {
    const plan = planBulk(resource, 'ID', [{ key: 'k', row: record, pending: null } as never], set, []);
    expect([plan.lines, plan.barred, plan.why]).toEqual([[], 1, problem.problem]);
  });

  it('a file containing a row that violates the rule is rejected', () => {
    const sheet = SHEETS[collection];
    for (const own of [...(canImport(resource) ? [sheet] : []), ...(sheet.parts ?? [])]) {
      const check = importOf(own).rows?.({ country: 'ID', noReferences: true } as never);
      const row = { ...record, ...set } as Record<string, number | string | boolean | null>;
      const cells = Object.fromEntries(
        own.columns.map(name => [name, typeof row[name] === 'boolean' ? Number(row[name]) : (row[name] ?? null)]),
      );
      const expected = own.columns.includes(problem.field) ? problem.problem : undefined;
      expect([check === undefined, check?.(cells)?.problem]).toEqual([false, expected]);
    }
  });
});
