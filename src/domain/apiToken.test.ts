import { expect, it } from 'vitest';
import { missingRight, tokenCodes } from './apiToken.ts';
import { FEATURE, type Privilege } from './permission.ts';

const READ = `${FEATURE.rate}.read`;
const WRITE = `${FEATURE.rate}.write`;
const person = (privilege: Privilege, codes: Record<string, string[]>) => ({
  privilege,
  codes,
  entities: (['ID', 'MY'] as const).map(country => ({ country })),
});

it('in each country, a token’s permissions are those that both the token and its person have', () => {
  const who = person(2, { ID: [READ], MY: [READ, WRITE] });
  expect(tokenCodes(who, { codes: [READ, WRITE], entities: ['ID', 'MY', 'TH'] })).toEqual({
    ID: [READ],
    MY: [READ, WRITE],
  });
  expect(tokenCodes(who, { codes: [READ], entities: ['MY'] })).toEqual({ MY: [READ] });
  expect(tokenCodes(person(2, {}), { codes: [READ], entities: ['MY'] })).toEqual({ MY: [] });
});

it('a System Admin’s token is limited to its own codes', () => {
  expect(tokenCodes(person(0, {}), { codes: [READ], entities: ['ID'] })).toEqual({ ID: [READ] });
});

it('missingRight returns the first permission that the person lacks', () => {
  const who = person(2, { ID: [READ], MY: [READ, WRITE] });
  expect(missingRight(who, { codes: [READ, WRITE], entities: ['MY', 'ID'] })).toEqual({ code: WRITE, entity: 'ID' });
  expect(missingRight(who, { codes: [READ], entities: ['TH'] })).toEqual({ code: READ, entity: 'TH' });
  expect(missingRight(who, { codes: [READ], entities: ['MY', 'ID'] })).toBeNull();
});
