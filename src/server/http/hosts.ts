import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/**
 * The allowed Host of a request. A page of another site whose name is made to resolve here (DNS rebinding) sends its
 * own.
 */

/** A protocol's default port. */
const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a name can only refer to this machine or network: an address, localhost, or a name without a dot. Names of
 * other sites never look like these.
 */
function isLocalName(name: string): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !name.includes('.') || name.endsWith('.localhost');
}

/**
 * Makes the check of a request's host (name, and port where it has one).
 * - With OPS_BASE_URL: only its host. - A demo, whose passwords are known: only local names, with any port, because it
 * may be forwarded. - Otherwise any: nobody can sign in without a password, and cookies are bound to the name.
 */
export function hostCheck({ baseUrl, demo }: Pick<Config, 'baseUrl'> & Partial<Pick<Config, 'demo'>>) {
  const wanted = baseUrl === undefined ? null : new URL(baseUrl);
  return (host: string | undefined): boolean => {
    if (!wanted && !demo) return true;
    const text = (host ?? '').toLowerCase();
    if (!/^(\[[0-9a-f:.]+\]|[^\s:/@?#\\[\]]+)(:\d{1,5})?$/.test(text)) return false;
    const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    if (!wanted) return isLocalName(name);
    const usual = DEFAULT_PORT[wanted.protocol];
    return name === wanted.hostname && (port || usual) === (wanted.port || usual);
  };
}
