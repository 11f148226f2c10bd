import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { lawful } from '../../../tests/support/rules.ts';
import { updatesOf, type Resource } from '../../contract/resource.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { problemOf } from '../../contract/rule.ts';
import type { Country } from '../../domain/country.ts';
import { withFollowing, type Follow } from '../../domain/follows.ts';
import { planBulk } from '../../sync/actions/bulk.ts';
import { reverting } from '../../sync/actions/revertChange.ts';
import { afterBulks } from '../../sync/query/afterBulks.ts';
import { compensation, edit } from '../../sync/resources/writes.ts';
import { sampleRow } from '../../sync/testing/sampleRow.ts';
import type { Row } from '../../sync/types.ts';
import { entryOf } from '../../sync/testing/entries.ts';
import { previewLines } from './bulkTexts.ts';

/** Fields that follow from others do so in every way in which a device changes a record. */

const FOLLOWING = (RESOURCES as readonly Resource[]).filter(({ follows }) => follows !== undefined);
// The only country that has all settings.
const ENTITY: Country = 'TW';

/** All values of a field that the tests try. */
function valuesOf(resource: Resource, name: string): readonly unknown[] {
  const field = resource.fields[name];
  if (field?.kind === 'choice') return field.choices.map(({ value }) => value);
  return name === 'from_country' ? ['TW', 'VN'] : ['', 'W1'];
}

const changedFields = (resource: Resource) => [...new Set(updatesOf(resource).flatMap(({ fields }) => fields))];

/** A valid record and a change of one field from which others follow. */
interface Case {
  follow: Follow;
  row: Row;
  set: Row;
}

function casesOf(resource: Resource): Case[] {
  const sample = { ...sampleRow(resource.collection as ResourceCollection, 10_021, 1, 1), version: 3 } as Row;
  return (resource.follows ?? []).flatMap(follow => {
    const { field, to, set } = follow;
    const names = Object.keys(set);
    const befores = valuesOf(resource, field).flatMap(value =>
      names.flatMap(name => valuesOf(resource, name).map(own => ({ ...sample, [name]: own, [field]: value }))),
    );
    const allowed = lawful(resource, sample, changedFields(resource), ENTITY);
    // A record that is valid because all fields that follow from its value have been set.
    const followed = valuesOf(resource, field).map(value => ({
      ...allowed,
      ...withFollowing(resource.follows, allowed, { [field]: value }),
    }));
    const valid = [...befores.map(row => lawful(resource, row, changedFields(resource), ENTITY)), ...followed]
      .filter(row => !problemOf(resource, row, ENTITY))
      .filter(row => names.some(name => row[name] !== set[name]));
    return valid.flatMap(row =>
      (to ?? valuesOf(resource, field))
        .filter(value => value !== row[field])
        .map(value => ({ follow, row, set: { [field]: value } })),
    );
  });
}

describe.each(FOLLOWING)('fields of $label.many that follow from others', resource => {
  const cases = casesOf(resource);

  it('has a sample of each declared consequence, whose fields one call changes', () => {
    const found = new Set(casesOf(resource).map(({ follow }) => follow));
    expect(resource.follows?.filter(follow => !found.has(follow))).toEqual([]);
    for (const { field, set } of resource.follows ?? []) {
      const names = [field, ...Object.keys(set)];
      expect(updatesOf(resource).some(({ fields }) => names.every(name => fields.includes(name)))).toBe(true);
    }
  });

  it('follow in a single write, in a bulk change and in what lists show until it is applied', () => {
    for (const { follow, row, set } of cases) {
      const update = updatesOf(resource).find(({ fields }) => fields.includes(follow.field));
      const expected = { ...row, ...follow.set, ...set };
      const write = edit(resource, ENTITY, row, set, update?.callId);
      expect(write.optimistic).toEqual(expected);
      const plan = planBulk(resource, ENTITY, [{ key: 'k', row, pending: null }], set, [], () => null);
      const [line] = plan.lines;
      const waiting = {
        id: 'b',
        set,
        follows: resource.follows,
        sending: false,
        versions: new Map([[line?.key ?? '', 3]]),
      };
      expect({ ...row, ...afterBulks([waiting], line?.key ?? '', row)?.values }).toEqual(expected);
      const changed = Object.keys(expected).filter(name => expected[name as keyof typeof expected] !== row[name]);
      expect(plan.fields.map(({ name }) => name).sort()).toEqual(changed.sort());
      const because = plan.fields.filter(field => field.because !== undefined);
      expect(because.every(field => field.because === follow.field && field.same === 0)).toBe(true);
      expect(previewLines(resource, plan, false).join()).toContain('changes');
    }
  });

  it('return with Undo and with Revert', () => {
    for (const { follow, row, set } of cases) {
      const update = updatesOf(resource).find(({ fields }) => fields.includes(follow.field));
      const write = edit(resource, ENTITY, row, set, update?.callId);
      const after = { ...(write.optimistic as Row), version: 4 };
      const entry = entryOf(write, { state: 'applied', accepted: after, acceptedVersion: 4 });
      expect({ ...after, ...compensation(entry)?.changes, version: 3 }).toEqual(row);
      const logged = { before: row, after, version: 4, url: '' } as never;
      const back = reverting(resource, ENTITY, logged, after).map(({ changes }) => changes);
      expect({ ...after, ...Object.assign({}, ...back), version: 3 }).toEqual(row);
    }
  });
});
