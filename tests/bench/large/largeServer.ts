import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { isTiny, round } from '../figure.ts';
import { signIn, type Caller } from '../load.ts';
import { BENCH_CHANNEL, makeLargeDatabase } from './data.ts';

let tiny: string | null = null;

/** The folder in which a tiny run keeps its database for the next groups. */
function tinyFolder(): string {
  if (tiny !== null) return tiny;
  const parent = mkdtempSync(join(tmpdir(), 'ops-bench-large-'));
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  return (tiny = join(parent, 'data'));
}

export const EDITOR = 'ph.editor@ops.example';

/**
 * Runs `work` with a server on the large database, after the segments of both channels have been created.
 * OPS_BENCH_DATA is a folder in which the database is kept between runs, because creating it takes more than a minute.
 */
export async function withLargeServer(
  say: (text: string) => void,
  work: (server: ServerProcess, caller: Caller, cutSeconds: number) => Promise<void>,
): Promise<void> {
  const kept = process.env['OPS_BENCH_DATA'] ?? (isTiny ? tinyFolder() : undefined);
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'ops-bench-'));
  if (!kept || !existsSync(dataDir)) await makeLargeDatabase({ dataDir }, say);
  const server = new ServerProcess({ port: await freePort(), dataDir });
  try {
    await server.start(120_000);
    const caller = await signIn(server.url, EDITOR);
    const started = performance.now();
    for (const channelId of [BENCH_CHANNEL.large, BENCH_CHANNEL.small]) {
      const path = `/api/v2/ops/segments?collection=channelLocations&entity=PH&channelId=${channelId}`;
      await (await fetch(`${server.url}${path}`, { headers: { cookie: caller.cookie } })).arrayBuffer();
    }
    const cut = round((performance.now() - started) / 1000, 2);
    say(`large: the server cut the segments of both channels in ${cut} s`);
    await work(server, caller, cut);
  } finally {
    await server.stop();
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  }
}
