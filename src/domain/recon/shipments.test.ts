import { expect, it } from 'vitest';
import { billableStatuses, reconChannelProblem } from './shipments.ts';

const problemOf = (text: unknown) => reconChannelProblem({ launch_logistics_status: text });

it.each([null, undefined, '', '{"statuses":[]}', '{"statuses":[1]}', '{"statuses":[0,1,2,3]}'])(
  'a recon channel may have the billable statuses %s',
  text => expect(problemOf(text)).toBeNull(),
);

it.each([
  '{"statuses":[1,99]}',
  '{"statuses":["1"]}',
  '{"statuses":1}',
  '{"n":1}',
  '[1]',
  'null',
  '{"statuses":[1.5]}',
])('a recon channel cannot have the billable statuses %s, which would count as delivered alone', text => {
  expect(problemOf(text)).toEqual({
    field: 'launch_logistics_status',
    problem:
      'Billable Statuses must list logistics statuses, such as {"statuses":[1,2]}; the statuses are 0 (In transit), 1 (Delivered), 2 (Returned), 3 (Lost)',
  });
  expect(billableStatuses(text)).toEqual([1]);
});
