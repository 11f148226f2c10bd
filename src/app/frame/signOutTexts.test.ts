import { expect, it } from 'vitest';
import { discardText, keepText, unsentText } from './signOutTexts.ts';
import { NO_IMPORTS } from '../../screens/shared/thingsText.ts';

it('the sign-out dialog mentions both unsent changes and unsent forms', () => {
  expect(keepText({ changes: 1, undecided: 0, imports: NO_IMPORTS, drafts: 0 })).toBe(
    'You have 1 unsent change. It stays on this device and is sent when you sign in again.',
  );
  expect(keepText({ changes: 3, undecided: 0, imports: NO_IMPORTS, drafts: 0 })).toBe(
    'You have 3 unsent changes. They stay on this device and are sent when you sign in again.',
  );
  expect(keepText({ changes: 0, undecided: 0, imports: NO_IMPORTS, drafts: 1 })).toBe(
    'You have 1 unfinished form. It stays on this device. After you sign in again, the form opens where you left off.',
  );
  expect(keepText({ changes: 2, undecided: 0, imports: NO_IMPORTS, drafts: 2 })).toBe(
    'You have 2 unsent changes and 2 unfinished forms. They stay on this device. The changes are sent when you sign in again, and the forms open where you left off.',
  );
  expect(unsentText({ changes: 1, undecided: 0, imports: NO_IMPORTS, drafts: 1 })).toBe(
    '1 unsent change and 1 unfinished form',
  );
  expect(discardText({ changes: 0, undecided: 0, imports: NO_IMPORTS, drafts: 1 })).toBe(
    'It was never sent to the server. Discarding cannot be undone.',
  );
});

it('the sign-out dialog does not say that a refused change will be sent', () => {
  expect(keepText({ changes: 1, undecided: 1, imports: NO_IMPORTS, drafts: 0 })).toBe(
    'You have 1 unfinished change. It stays on this device. 1 change was not applied and needs your decision after you sign in again.',
  );
  expect(keepText({ changes: 3, undecided: 2, imports: NO_IMPORTS, drafts: 1 })).toBe(
    'You have 3 unfinished changes and 1 unfinished form. They stay on this device. 2 changes were not applied and need your decision after you sign in again. The rest is sent when you sign in again. After that, the form opens where you left off.',
  );
  expect(discardText({ changes: 1, undecided: 1, imports: NO_IMPORTS, drafts: 0 })).toBe(
    'It was not applied. Discarding cannot be undone.',
  );
});

it('the sign-out dialog names imports and bulk changes as the pill does', () => {
  const counts = (imports: number, bulks: number) => ({ imports, bulks });
  const only = { changes: 1, undecided: 0, drafts: 0, imports: { ...NO_IMPORTS, open: counts(1, 0) } };
  expect(keepText(only)).toBe('You have 1 unsent import. It stays on this device and is sent when you sign in again.');
  const bulk = { changes: 2, undecided: 0, drafts: 0, imports: { ...NO_IMPORTS, open: counts(0, 2) } };
  expect(unsentText(bulk)).toBe('2 unsent bulk changes');
  const mixed = { changes: 4, undecided: 0, drafts: 1, imports: { ...NO_IMPORTS, open: counts(1, 1) } };
  expect(keepText(mixed)).toBe(
    'You have 2 unsent changes, 1 import, 1 bulk change and 1 unfinished form. They stay on this device. The changes, the import and the bulk change are sent when you sign in again, and the form opens where you left off.',
  );
  const refused = { changes: 2, undecided: 1, drafts: 0, imports: { open: counts(1, 0), undecided: counts(1, 0) } };
  expect(keepText(refused)).toBe(
    'You have 1 unfinished change and 1 import. They stay on this device. 1 import was not applied and needs your decision after you sign in again. The rest is sent when you sign in again.',
  );
});
