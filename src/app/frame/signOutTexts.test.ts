import { expect, it } from 'vitest';
import { discardText, keepText, unsentText } from './signOutTexts.ts';
import { NO_IMPORTS } from '../../screens/shared/thingsText.ts';

const forms = (count: number) => ({ forms: count, imports: 0 });

it('the sign-out dialog mentions both unsent changes and unsent forms', () => {
  expect(keepText({ changes: 1, undecided: 0, imports: NO_IMPORTS, drafts: forms(0) })).toBe(
    'You have 1 unsent change. It stays on this device and is sent when you sign in again.',
  );
  expect(keepText({ changes: 3, undecided: 0, imports: NO_IMPORTS, drafts: forms(0) })).toBe(
    'You have 3 unsent changes. They stay on this device and are sent when you sign in again.',
  );
  expect(keepText({ changes: 0, undecided: 0, imports: NO_IMPORTS, drafts: forms(1) })).toBe(
    'You have 1 unfinished form. It stays on this device. After you sign in again, the form opens where you left off.',
  );
  expect(keepText({ changes: 2, undecided: 0, imports: NO_IMPORTS, drafts: forms(2) })).toBe(
    'You have 2 unsent changes and 2 unfinished forms. They stay on this device. The changes are sent when you sign in again, and the forms open where you left off.',
  );
  expect(unsentText({ changes: 1, undecided: 0, imports: NO_IMPORTS, drafts: forms(1) })).toBe(
    '1 unsent change and 1 unfinished form',
  );
  expect(discardText({ changes: 0, undecided: 0, imports: NO_IMPORTS, drafts: forms(1) })).toBe(
    'It was never sent to the server. Discarding cannot be undone.',
  );
});

it('the sign-out dialog does not say that a refused change will be sent', () => {
  expect(keepText({ changes: 1, undecided: 1, imports: NO_IMPORTS, drafts: forms(0) })).toBe(
    'You have 1 unfinished change. It stays on this device. 1 change was not applied and needs your decision after you sign in again.',
  );
  expect(keepText({ changes: 3, undecided: 2, imports: NO_IMPORTS, drafts: forms(1) })).toBe(
    'You have 3 unfinished changes and 1 unfinished form. They stay on this device. 2 changes were not applied and need your decision after you sign in again. The rest is sent when you sign in again. After that, the form opens where you left off.',
  );
  expect(discardText({ changes: 1, undecided: 1, imports: NO_IMPORTS, drafts: forms(0) })).toBe(
    'It was not applied. Discarding cannot be undone.',
  );
});

it('the sign-out dialog names imports and bulk changes as the pill does', () => {
  const counts = (imports: number, bulks: number) => ({ imports, bulks });
  const only = { changes: 1, undecided: 0, drafts: forms(0), imports: { ...NO_IMPORTS, open: counts(1, 0) } };
  expect(keepText(only)).toBe('You have 1 unsent import. It stays on this device and is sent when you sign in again.');
  const bulk = { changes: 2, undecided: 0, drafts: forms(0), imports: { ...NO_IMPORTS, open: counts(0, 2) } };
  expect(unsentText(bulk)).toBe('2 unsent bulk changes');
  const mixed = { changes: 4, undecided: 0, drafts: forms(1), imports: { ...NO_IMPORTS, open: counts(1, 1) } };
  expect(keepText(mixed)).toBe(
    'You have 2 unsent changes, 1 import, 1 bulk change and 1 unfinished form. They stay on this device. The changes, the import and the bulk change are sent when you sign in again, and the form opens where you left off.',
  );
  const refused = {
    changes: 2,
    undecided: 1,
    drafts: forms(0),
    imports: { open: counts(1, 0), undecided: counts(1, 0) },
  };
  expect(keepText(refused)).toBe(
    'You have 1 unfinished change and 1 import. They stay on this device. 1 import was not applied and needs your decision after you sign in again. The rest is sent when you sign in again.',
  );
});

it('an import whose file is selected but not applied is not called a form', () => {
  const none = { changes: 0, undecided: 0, imports: NO_IMPORTS };
  expect(keepText({ ...none, drafts: { forms: 0, imports: 1 } })).toBe(
    'You have 1 started import. It stays on this device. After you sign in again, the import opens where you left off.',
  );
  const both = { ...none, changes: 1, drafts: { forms: 2, imports: 1 } };
  expect(keepText(both)).toBe(
    'You have 1 unsent change, 2 unfinished forms and 1 started import. They stay on this device. The change is sent when you sign in again, and the forms and the import open where you left off.',
  );
  const queued = { changes: 1, undecided: 0, imports: { ...NO_IMPORTS, open: { imports: 1, bulks: 0 } } };
  expect(unsentText({ ...queued, drafts: { forms: 0, imports: 2 } })).toBe('1 unsent import and 2 started imports');
  const refused = { changes: 1, undecided: 1, imports: NO_IMPORTS, drafts: { forms: 1, imports: 1 } };
  expect(keepText(refused)).toBe(
    'You have 1 unfinished change, 1 unfinished form and 1 started import. They stay on this device. 1 change was not applied and needs your decision after you sign in again. After that, the form and the import open where you left off.',
  );
  expect(discardText({ ...none, drafts: { forms: 0, imports: 1 } })).toBe(
    'It was never sent to the server. Discarding cannot be undone.',
  );
});
