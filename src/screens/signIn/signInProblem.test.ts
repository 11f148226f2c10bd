import { describe, expect, it } from 'vitest';
import { providerProblem, signInProblem } from './signInProblem.ts';

describe('reasons for a failed sign-in', () => {
  it('a wrong password and an unreachable server have different messages', () => {
    expect(signInProblem({ kind: 'signedOut', message: 'x' })).toMatch(/wrong/);
    expect(signInProblem({ kind: 'noNetwork', reason: 'unreachable' })).toMatch(/^The server cannot be reached/);
    expect(signInProblem({ kind: 'noNetwork', reason: 'timeout' })).toMatch(/^The server cannot be reached/);
    expect(signInProblem({ kind: 'noNetwork', reason: 'notOurs' })).toMatch(/did not come from Ops Portal/);
  });

  it.each([
    [1, 'in 1 second'],
    [45_000, 'in 45 seconds'],
    [90_000, 'in 2 minutes'],
    [600_000, 'in 10 minutes'],
    [null, 'in a few minutes'],
  ])('after too many attempts, the message says how long to wait (%s ms)', (afterMillis, words) => {
    expect(signInProblem({ kind: 'retryLater', status: 429, message: '', afterMillis })).toBe(
      `Too many attempts. Try again ${words}.`,
    );
  });

  it('each problem that the server reports after a sign-in at the provider has a message of its own', () => {
    const codes = ['unreachable', 'denied', 'again', 'refused', 'email', 'address', 'whitelist', 'disabled', 'taken'];
    expect(new Set(codes.map(providerProblem)).size).toBe(codes.length);
    expect(providerProblem('address')).toMatch(/contains letters that an account here cannot have/);
    expect(providerProblem('email')).toMatch(/sent no e-mail, or does not confirm/);
    expect(providerProblem('')).toBeNull();
  });

  it('a refused sign-in shows the server’s message', () => {
    expect(signInProblem({ kind: 'refused', status: 400, retcode: 400, message: 'email: too long' })).toBe(
      'email: too long',
    );
  });
});

describe('reasons for a failed sign-in at the identity provider', () => {
  it('every error code of the identity provider, even an unknown one, has a message', () => {
    const texts = ['unreachable', 'denied', 'again', 'refused', 'email', 'whitelist', 'disabled', 'taken'].map(
      providerProblem,
    );
    expect(new Set(texts).size).toBe(8);
    expect(texts).not.toContain(null);
    expect(providerProblem('<b>')).toBe(providerProblem('refused'));
    expect([providerProblem(undefined), providerProblem('')]).toEqual([null, null]);
  });
});
