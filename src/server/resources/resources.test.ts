import { afterAll, beforeAll } from 'vitest';
import { describeResource } from '../../../tests/support/resourcePromises.ts';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { RESOURCES } from '../../contract/resources/all.ts';

describeOnEach('declared resources', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_500 });
  });
  afterAll(() => world.close());
  for (const resource of RESOURCES) describeResource(resource, () => world);
});
