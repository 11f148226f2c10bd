import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallDefinition } from '../../contract/call.ts';
import { EVERY_CALL } from '../../contract/everyCall.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { inputFields, ownerInput, type Resource } from '../../contract/resource.ts';
import { ID_MOST } from '../../domain/recordId.ts';
import { sampleRow } from '../../sync/testing/sampleRow.ts';
import { CHANNEL, createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { fieldsOf } from './schemaKind.ts';

/** Tests every call that accepts ids or counts with values at their bounds and just above them. */

type Body = Record<string, unknown>;

const idFieldsOf = (resource: Resource): string[] => [
  ...ownerInput(resource),
  ...inputFields(resource).filter(name => ['place', 'channel'].includes(resource.fields[name]?.kind ?? '')),
];

const CREATIONS = (RESOURCES as readonly (Resource & { collection: ResourceCollection })[]).flatMap(resource => {
  const sample = sampleRow(resource.collection, CHANNEL.first, 3, 1) as Body;
  const names = [...ownerInput(resource), ...inputFields(resource)];
  const body = Object.fromEntries(names.map(name => [name, sample[name]]));
  const path = (RESOURCE_CALLS[resource.collection].add as CallDefinition).path;
  return idFieldsOf(resource).map(field => ({ what: `${resource.label.one}: ${field}`, path, field, body }));
});

/** Reads that have ids in their input. Each parameter is tested separately. */
const READS = EVERY_CALL.filter(({ method, permission }) => method === 'GET' && permission !== 'public').flatMap(call =>
  Object.keys(fieldsOf(call.input))
    .filter(name => /id$/i.test(name) && !['feed.segment', 'files.download'].includes(call.id))
    .map(name => ({ what: `${call.id}: ${name}`, call, name })),
);

describeOnEach('ids at their bounds', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  it('the tested bounds cover dozens of create and read calls', () => {
    expect(CREATIONS.length).toBeGreaterThan(15);
    expect(READS.length).toBeGreaterThan(30);
  });

  it.each(CREATIONS)(
    'values at the bounds are accepted, and values above them are refused: $what',
    async ({ path, field, body }) => {
      const at = await editor.call(path, { body: { ...body, [field]: ID_MOST } });
      expect(at.status).toBeLessThan(500);
      expect(at.body.message).not.toMatch(/must be at most/);
      for (const above of [ID_MOST + 1, Number.MAX_SAFE_INTEGER]) {
        const { status, body: answer } = await editor.call(path, { body: { ...body, [field]: above } });
        expect([status, answer.message]).toEqual([400, `${field}: must be at most ${ID_MOST}`]);
      }
      for (const wrong of [2 ** 63, -1, 0, 1.5]) {
        expect((await editor.call(path, { body: { ...body, [field]: wrong } })).status).toBe(400);
      }
    },
  );

  it.each(READS)('reads with values at the bounds never cause a server error: $what', async ({ call, name }) => {
    const path = (value: unknown): string => {
      const inPath = call.path.includes(`{${name}}`);
      const url = call.path.replace(`{${name}}`, String(value));
      return inPath ? url : `${url}?${name}=${String(value)}`;
    };
    for (const value of [ID_MOST, ID_MOST + 1, Number.MAX_SAFE_INTEGER, 2 ** 63]) {
      expect((await editor.call(path(value))).status).toBeLessThan(500);
    }
  });
});
