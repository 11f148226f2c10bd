import { expect, it } from 'vitest';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { formFields, formField, NO_OWNERS } from './fields.tsx';
import { recordProblem } from './recordRules.ts';

/** What a form says of a field, given what is typed in it. */
const said = (resource: typeof locationCdt | typeof channelCdt, name: string, values: object, record = {}) =>
  formFields(resource, 'ID', [name], NO_OWNERS, record)[0]?.validate?.(
    (values as Record<string, unknown>)[name],
    values as Record<string, unknown>,
  );

const row = { channelId: 10021, originLevel: -1, origin: 'ID', destinationLevel: 0, destination: '1000001' };

it('says at the field what rules between fields refuse, before the server does', () => {
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
    'crosses no border',
  );
});

it('says nothing while a value is missing, or one cell alone is typed', () => {
  expect(said(locationCdt, 'maxDays', { minDays: '', maxDays: '2' }, row)).toBeNull();
  const cell = formField(locationCdt, 'maxDays', 'ID', { places: {}, onPlace: () => undefined, owners: NO_OWNERS });
  expect(cell.validate?.('2', { maxDays: '2' })).toBeNull();
});

it('reports in a cell what its row refuses, at whichever field', () => {
  const whole = { ...row, minDays: 5, maxDays: 6 };
  expect(recordProblem(locationCdt, 'ID', { ...whole, minDays: 9 })?.problem).toContain(
    'must not be below Min CDT, which is 9',
  );
  expect(recordProblem(locationCdt, 'ID', { ...whole, maxDays: 5 })).toBeNull();
});
