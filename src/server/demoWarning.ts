import type { Pool } from 'pg';

/** Addresses that only this machine can reach. */
const OWN = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** Whether the database has the accounts of the demo, whose password is public. */
export async function hasDemo(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'demo') AS found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Returns the warning to print if other machines can reach a server that has the demo's accounts, or null if there is
 * nothing to warn about.
 * @param host the address on which the server listens
 */
export const demoWarning = (host: string, demo: boolean): string | null =>
  !demo || OWN.test(host)
    ? null
    : `WARNING: other machines reach this server (it listens on ${host}), and it has the demo's accounts, whose password is public. ` +
      'Anyone who reaches it can sign in as an administrator. Unless that is intended, stop it and remove OPS_HOST, or start an ' +
      'installation without the demo: OPS_DEMO=0 with an empty OPS_DATA.';
