import { hasPage } from './consolePages.ts';
import { GRANTABLE_CODES } from '../domain/administration.ts';
import { ADMINISTRATION, FEATURE, SYSTEM } from '../domain/permission.ts';

/** What a menu module may link to (USER-7): an existing page, with a permission code that can be granted. */

const CODES = new Set<string>([
  ...Object.values(FEATURE),
  ...GRANTABLE_CODES,
  ...[ADMINISTRATION, SYSTEM].flatMap(code => [code, `${code}.read`, `${code}.write`]),
]);

/** Why a module cannot have the given path; null if it can. A group has no path. */
export function modulePathProblem(path: string): string | null {
  if (path === '') return null;
  if (!/^\/[^\s/\\][^\s\\]*$/.test(path)) return 'must begin with a single slash, such as /carrier/serviceCodes';
  return hasPage(path) ? null : `the console has no page ${path}. Open the page that you mean and copy its address`;
}

/**
 * Why a module cannot have the given permission code; null if it can. An entry without a code is visible to everyone.
 */
export const modulePermissionProblem = (code: string): string | null =>
  code === '' || CODES.has(code)
    ? null
    : `there is no code ${code}. Use the code of a feature, such as ${FEATURE.serviceCode}, or one of its permissions, such as ${FEATURE.serviceCode}.write`;
