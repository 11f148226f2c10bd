import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/**
 * Checks the Host of a request. If somebody makes the name of another site resolve to this server (DNS rebinding), that
 * site's pages send that site's host.
 */

/** The default port of each protocol. */
const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a name can only refer to this machine or network: an IP address, localhost, or a name without a dot. The
 * names of other sites are never of this kind.
 */
function isLocalName(name: string): boolean {
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !name.includes('.') || name.endsWith('.localhost');
}

/**
 * Returns a function that checks a request's host (name, and port if any).
 * - With OPS_BASE_URL: only its host.
 * - A demo, whose passwords are public: only local names, with any port, since ports may be forwarded.
 * - Otherwise, any host: nobody can sign in without a password, and cookies are bound to the name.
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
