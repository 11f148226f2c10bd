import { expect, it } from 'vitest';
import { discardText, keepText, unsentText } from './signOutTexts.ts';

it('the sign-out dialog mentions both unsent changes and unsent forms', () => {
  expect(keepText({ changes: 1, drafts: 0 })).toBe(
    'You have 1 unsent change. It stays on this device and is sent when you sign in again.',
  );
  expect(keepText({ changes: 3, drafts: 0 })).toBe(
    'You have 3 unsent changes. They stay on this device and are sent when you sign in again.',
  );
  expect(keepText({ changes: 0, drafts: 1 })).toBe(
    'You have 1 form that was not applied. It stays on this device. The form is offered again when you open it after signing in.',
  );
  expect(keepText({ changes: 2, drafts: 2 })).toBe(
    'You have 2 unsent changes and 2 forms that were not applied. They stay on this device. The changes are sent when you sign in again; the forms are offered again when you open them.',
  );
  expect(unsentText({ changes: 1, drafts: 1 })).toBe('1 unsent change and 1 form that was not applied');
  expect(discardText({ changes: 0, drafts: 1 })).toBe('It was never sent to the server. Discarding cannot be undone.');
});
