import { expect, it } from 'vitest';
import { MOUNTS } from '../../src/app/subApps.ts';
import { MENU } from '../../src/server/db/menu.ts';

it('a mount has the same name in the menu, on its page and in the document title', () => {
  const entries = MENU.flatMap(group => group.entries);
  // The menu links to the first page of a mount that is part of the product; the mount's other pages have their own
  // names.
  const nameOf = (path: string) =>
    entries.find(entry => entry.path === path || entry.path.startsWith(`${path}/`))?.name;
  expect(MOUNTS.map(mount => [mount.path, mount.title])).toEqual(
    MOUNTS.map(mount => [mount.path, nameOf(`/${mount.path}`)]),
  );
});
