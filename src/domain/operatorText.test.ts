import { expect, it } from 'vitest';
import { operatorText } from './operatorText.ts';

it('the operator text includes the API token if one was used', () => {
  expect(operatorText({ email: 'a@test.example', token: 'Night sync' })).toBe(
    'a@test.example (API token "Night sync")',
  );
  for (const token of [null, undefined])
    expect(operatorText({ email: 'a@test.example', token })).toBe('a@test.example');
});
