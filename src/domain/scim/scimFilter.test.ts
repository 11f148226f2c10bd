import { expect, it } from 'vitest';
import { filterOf, SCIM_SCHEMA, ScimProblem, type ScimFilter } from './scim.ts';

const eq = (attribute: string, value: string): ScimFilter => ({ kind: 'eq', attribute, value });

it.each<[string, ScimFilter]>([
  ['userName eq "a@b.example"', eq('username', 'a@b.example')],
  ['  (userName EQ "a and (b)")  ', eq('username', 'a and (b)')],
  [String.raw`displayName eq "say \"or\" twice"`, eq('displayname', 'say "or" twice')],
  ['active eq True', eq('active', 'true')],
  ['emails[type eq "work"].value eq "a@b.example"', eq('emails.value', 'a@b.example')],
  [`${SCIM_SCHEMA.user}:userName eq "a"`, eq('username', 'a')],
  ['id eq "1" and members eq "2"', { kind: 'and', of: [eq('id', '1'), eq('members', '2')] }],
  [
    'id eq "1" or id eq "2" and active eq false',
    { kind: 'or', of: [eq('id', '1'), { kind: 'and', of: [eq('id', '2'), eq('active', 'false')] }] },
  ],
  [
    '(id eq "1" OR id eq "2") AND not (active eq false)',
    {
      kind: 'and',
      of: [
        { kind: 'or', of: [eq('id', '1'), eq('id', '2')] },
        { kind: 'not', of: eq('active', 'false') },
      ],
    },
  ],
])('the filter %s is parsed, and `and` binds tighter than `or`', (text, filter) => {
  expect(filterOf(text)).toEqual(filter);
});

it.each([
  ['', /is not supported/],
  ['userName', /is not complete/],
  ['userName co "x"', /The operator co is not supported\. Use attribute eq "value"/],
  ['userName pr', /The operator pr is not supported/],
  ['userName eq', /has no value after userName eq/],
  ['userName eq x', /has no value/],
  ['userName eq "x', /cannot be read/],
  ['(userName eq "x"', /has an open parenthesis/],
  ['userName eq "x")', /goes on after its end/],
  ['userName eq "x" userName eq "y"', /goes on after its end/],
  ['userName eq "x" and', /is not supported/],
  ['not userName eq "x"', /The operator userName is not supported/],
  ['emails[type eq "home"].value eq "x"', /is not supported/],
  [String.raw`userName eq "\q"`, /cannot be read/],
])('the filter %s is refused with the reason', (text, said) => {
  const refused = (): unknown => filterOf(text);
  expect(refused).toThrow(ScimProblem);
  expect(refused).toThrow(said);
});

it('a filter with many parentheses is parsed or refused in little time', () => {
  const deep = `${'('.repeat(490)}id eq "1"${')'.repeat(490)}`;
  expect(filterOf(deep)).toEqual(eq('id', '1'));
  expect(() => filterOf('a['.repeat(400))).toThrow(ScimProblem);
});
