import { hasPage } from './consolePages.ts';
import { GRANTABLE_CODES } from './administration.ts';
import { ADMINISTRATION, FEATURE, SYSTEM } from './permission.ts';

/** What a module of the menu may name (USER-7): a page that is there, and a permission code that somebody can have. */

const CODES = new Set<string>([
  ...Object.values(FEATURE),
  ...GRANTABLE_CODES,
  ...[ADMINISTRATION, SYSTEM].flatMap(code => [code, `${code}.read`, `${code}.write`]),
]);

/** Why an address is none of a module; null if it is. A group has none. */
export function modulePathProblem(path: string): string | null {
  if (path === '') return null;
  if (!/^\/[^\s/\\][^\s\\]*$/.test(path)) return 'must begin with one slash, as /carrier/serviceCodes';
  return hasPage(path) ? null : `the console has no page ${path}. Open the page that you mean and copy its address`;
}

/** Why a permission code is none; null if it is. Without one everybody sees the entry. */
export const modulePermissionProblem = (code: string): string | null =>
  code === '' || CODES.has(code)
    ? null
    : `there is no code ${code}. Use that of a feature, as ${FEATURE.serviceCode}, or of what one does with it, as ${FEATURE.serviceCode}.write`;
