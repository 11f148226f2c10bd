import { expect, it } from 'vitest';
import { CALENDAR_PATH } from '../screens/nonWorkingDays/paths.ts';
import {
  billsHref,
  coverageHref,
  disputesHref,
  endingHref,
  HOME_PATHS,
  maintenanceHref,
  queueHref,
} from '../screens/home/tiles/addresses.ts';
import { BILLS_PATH, DISPUTES_PATH } from '../screens/recon/paths.ts';
import { routeTree } from './routes/tree.tsx';

/** The paths of all routes in the route tree. */
function pathsOf(route: unknown, found = new Set<string>()): Set<string> {
  const { options, children } = route as { options?: { path?: string }; children?: readonly unknown[] };
  if (options?.path !== undefined) found.add(options.path);
  for (const child of children ?? []) pathsOf(child, found);
  return found;
}

it("Home's tiles link to existing pages", () => {
  expect(HOME_PATHS).toMatchObject({
    bills: BILLS_PATH,
    disputes: DISPUTES_PATH,
    calendar: CALENDAR_PATH,
  });
  const paths = pathsOf(routeTree);
  const hrefs = [
    queueHref('needs'),
    billsHref(),
    maintenanceHref(),
    coverageHref(1),
    disputesHref(true),
    endingHref('rate'),
    endingHref('thirdParty'),
  ];
  for (const href of [...Object.values(HOME_PATHS), ...hrefs]) expect(paths).toContain(href.split('?')[0]);
});
