import type { Pool } from 'pg';

/** Addresses that can be reached only from this machine. */
const OWN = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** Whether the database has the demo's accounts, whose password is in the documentation. */
export async function hasDemo(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'demo') AS found`,
  );
  return rows[0]?.found ?? false;
}

/**
 * Returns the warning to print if other machines can reach a server with the demo's accounts, or null if none can.
 * @param host the address that the server listens on
 */
export const demoWarning = (host: string, demo: boolean): string | null =>
  !demo || OWN.test(host)
    ? null
    : `WARNING: other machines reach this server (it listens on ${host}), and it has the demo's accounts, whose password is public. ` +
      'Anyone who reaches it can sign in as an administrator. Unless that is intended, stop it and remove OPS_HOST, or start an ' +
      'installation without the demo: OPS_DEMO=0 with an empty OPS_DATA.';
