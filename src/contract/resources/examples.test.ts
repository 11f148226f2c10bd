import { describe, expect, it } from 'vitest';
import { canonicalValues } from '../canonical.ts';
import { importOf } from '../resourceSheet.ts';
import { problemOf } from '../rule.ts';
import type { Resource } from '../resource.ts';
import { RESOURCES } from './all.ts';
import { SHEETS } from './sheets.ts';

const all = (RESOURCES as readonly Resource[]).map(resource => ({ resource, id: resource.id }));

it.each(all)('the sheet of $id has a note on each of its columns', ({ resource }) => {
  const sheet = SHEETS[resource.collection as keyof typeof SHEETS];
  expect(importOf(sheet).columns.length).toBeGreaterThan(0);
});

describe.each(all.filter(({ resource }) => resource.examples !== undefined))(
  'the sample records of $id',
  ({ resource }) => {
    const { examples = [], fields } = resource;
    it.each(examples.map(example => [example] as const))('the server accepts the sample record %o', example => {
      const values = Object.fromEntries(
        Object.entries(example).filter(([name]) => fields[name] !== undefined && fields[name]?.kind !== 'placeName'),
      );
      expect(canonicalValues(resource, 'ID', values)).toHaveProperty('values');
      expect(problemOf(resource, example, 'ID')).toBeNull();
    });
  },
);
