import { hasPage } from './consolePages.ts';
import { GRANTABLE_CODES } from './administration.ts';
import { ADMINISTRATION, FEATURE, SYSTEM } from './permission.ts';

/** What a menu module may refer to (USER-7): an existing page, and a permission code that somebody can have. */

const CODES = new Set<string>([
  ...Object.values(FEATURE),
  ...GRANTABLE_CODES,
  ...[ADMINISTRATION, SYSTEM].flatMap(code => [code, `${code}.read`, `${code}.write`]),
]);

/** Why a module cannot have an address; null if it can. A group has no address. */
export function modulePathProblem(path: string): string | null {
  if (path === '') return null;
  if (!/^\/[^\s/\\][^\s\\]*$/.test(path)) return 'must begin with one slash, as /carrier/serviceCodes';
  return hasPage(path) ? null : `the console has no page ${path}. Open the page that you mean and copy its address`;
}

/** Why a module cannot have a permission code; null if it can. Everybody sees an entry without a code. */
export const modulePermissionProblem = (code: string): string | null =>
  code === '' || CODES.has(code)
    ? null
    : `there is no code ${code}. Use that of a feature, as ${FEATURE.serviceCode}, or of what one does with it, as ${FEATURE.serviceCode}.write`;
