import { expect, it } from 'vitest';
import { MOUNTS } from '../../src/app/subApps.ts';
import { MENU } from '../../src/server/demo/menu.ts';

it('a mount is called by one name: in the menu, on its page and in the document title', () => {
  const named = new Map(MENU.flatMap(group => group.entries).map(entry => [entry.path, entry.name]));
  expect(MOUNTS.map(mount => [mount.path, mount.title])).toEqual(
    MOUNTS.map(mount => [mount.path, named.get(`/${mount.path}`)]),
  );
});
