import { expect, it } from 'vitest';
import { leftText } from './leftText.ts';

const none = { open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } };

it('the sign-in page does not say that a change that was refused will be sent', () => {
  expect(leftText([{ changes: 1, undecided: 0, imports: none }])).toBe(
    '1 unsent change is saved on this device and will be sent when the person who made it signs in.',
  );
  expect(leftText([{ changes: 1, undecided: 1, imports: none }])).toBe(
    '1 change on this device was not applied. It stays here until the person who made it signs in and decides.',
  );
  expect(
    leftText([
      { changes: 2, undecided: 2, imports: none },
      { changes: 1, undecided: 1, imports: none },
    ]),
  ).toBe(
    '3 changes by 2 people on this device were not applied. They stay here until the person who made them signs in and decides.',
  );
  expect(
    leftText([
      { changes: 2, undecided: 1, imports: none },
      { changes: 1, undecided: 0, imports: none },
    ]),
  ).toBe(
    '3 unfinished changes are saved on this device by 2 people. 1 of them was not applied and needs a decision by the person who made it; the others will be sent when the person who made them signs in.',
  );
});

it('the sign-in page names imports and bulk changes', () => {
  const open = { imports: 1, bulks: 0 };
  expect(leftText([{ changes: 1, undecided: 0, imports: { ...none, open } }])).toBe(
    '1 unsent import is saved on this device and will be sent when the person who made it signs in.',
  );
  expect(
    leftText([
      { changes: 2, undecided: 2, imports: { open, undecided: open } },
      { changes: 1, undecided: 1, imports: { open: { imports: 0, bulks: 1 }, undecided: { imports: 0, bulks: 1 } } },
    ]),
  ).toBe(
    '1 change, 1 import and 1 bulk change by 2 people on this device were not applied. They stay here until the person who made them signs in and decides.',
  );
});
