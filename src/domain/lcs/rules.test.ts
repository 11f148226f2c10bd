import { describe, expect, it } from 'vitest';
import { branchProblem, PICKUP_TYPE, pickupProblem, timeslotProblem } from './rules.ts';

describe('validating a pickup configuration', () => {
  it.each([
    [PICKUP_TYPE.pickup, true, undefined],
    [PICKUP_TYPE.both, true, undefined],
    [PICKUP_TYPE.dropOff, false, undefined],
    [PICKUP_TYPE.dropOff, true, 'timeslotRequired'],
    [undefined, true, undefined],
  ])(
    'for a pickup configuration of type %s with timeslot required %s, the invalid field is %s',
    (pickupType, timeslotRequired, field) => expect(pickupProblem({ pickupType, timeslotRequired })?.field).toBe(field),
  );
});

describe('validating a timeslot', () => {
  it.each([
    [
      '22:00',
      '02:00',
      '. For a pickup past midnight, add a slot from 22:00 to 23:59 and a slot on the following days from 00:00 to 02:00',
    ],
    ['22:00', '00:00', '. For a pickup past midnight, add a slot from 22:00 to 23:59'],
    ['22:00', '22:00', ''],
  ])('a timeslot from %s to %s is refused, with a hint about midnight', (startTime, endTime, hint) =>
    expect(timeslotProblem({ startTime, endTime, cutoff: '08:00' })).toEqual({
      field: 'endTime',
      problem: `To must be after From, which is ${startTime}${hint}`,
    }),
  );
  it.each([
    ['09:00', '12:00', '08:30', undefined],
    ['09:00', '12:00', '09:00', undefined],
    ['09:00', '12:00', '09:01', 'cutoff'],
    ['09:00', '09:00', '08:30', 'endTime'],
    ['12:00', '09:00', '08:30', 'endTime'],
    [undefined, '09:00', '08:30', undefined],
    ['09:00', undefined, undefined, undefined],
  ])('for a timeslot from %s to %s with cutoff %s, the invalid field is %s', (startTime, endTime, cutoff, field) =>
    expect(timeslotProblem({ startTime, endTime, cutoff })?.field).toBe(field),
  );
});

describe('validating a branch', () => {
  it.each([
    [1, 2, undefined],
    [0, 2, undefined],
    [-1, 0, undefined],
    [0, 0, 'latitude'],
    [0, undefined, undefined],
  ])('for a branch at latitude %s and longitude %s, the invalid field is %s', (latitude, longitude, field) =>
    expect(branchProblem({ latitude, longitude })?.field).toBe(field),
  );
});
