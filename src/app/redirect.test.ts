import { expect, it } from 'vitest';
import { redirectFor } from './redirect.ts';

it('carries no redirect for home, nor to where signing in could not lead back', () => {
  expect(redirectFor('/')).toBeUndefined();
  expect(redirectFor('/login?redirect=%2Fqueue')).toBeUndefined();
  expect(redirectFor('/queue')).toBe('/queue');
});
