import { expect, it } from 'vitest';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { UnknownChannel } from '../shared/UnknownChannel.tsx';
import { UnknownThreePl } from '../shared/UnknownThreePl.tsx';
import { pageOf, type PagedResource } from './pageOf.ts';

const WAYS = 'create one, or import them from a file';

it('the page of a list of a country speaks of the country', () => {
  const { list } = pageOf(timeslot);
  expect(list.texts).toEqual({
    idle: '',
    empty: 'No timeslot matches these filters',
    none: `This country has no timeslots yet: ${WAYS}`,
  });
  expect(list.Misfit).toBeUndefined();
});

it.each([
  ['channel', 'channel', 'Channel ID', UnknownChannel],
  ['3pl', '3PL', '3PL ID', UnknownThreePl],
] as const)('the page of a list of one %s asks for it, and says if it does not exist', (scope, word, field, Misfit) => {
  const { list } = pageOf({ ...(timeslot as PagedResource), scope });
  expect(list.texts).toEqual({
    idle: `Choose a ${word} to see its timeslots`,
    idleHint: `Type part of its ID or name into ${field} above and choose it from the list.`,
    empty: `No timeslot of this ${word} matches these filters`,
    none: `This ${word} has no timeslots yet: ${WAYS}`,
  });
  expect(list.Misfit).toBe(Misfit);
});
