/**
 * Tests a full disk and a folder owned by another account: the server reports the cause, responds with 507, and
 * recovers once there is space.
 *
 * tsx tests/faults/diskFull.ts
 *
 * Requires root to mount small disks; without it, prints a message and exits with 0. Exits with 1 if anything failed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { Person, serverOn } from '../support/faultServer.ts';
import { areasCsv } from '../support/importing.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'ops-full-'));
const MEGABYTE = 1024 * 1024;
const mounted: string[] = [];

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(ROOT, 'disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  mounted.push(folder);
  return folder;
}

let failed = 0;
function check(name: string, ok: boolean, found: unknown): void {
  if (!ok) failed += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}${ok ? '' : `: ${JSON.stringify(found)}`}`);
}

/** @param megabytes size of the disk, too small for the database or for the demo */
async function firstStart(megabytes: number): Promise<void> {
  const server = await serverOn(join(smallDisk(megabytes), 'data'));
  const said = await server.start().then(
    () => 'started',
    (error: Error) => error.message,
  );
  await server.stop('SIGKILL');
  check(`a first start on a disk of ${megabytes} MB says that it is full`, /The disk of .* is full/.test(said), said);
  check('and nothing else', !/its files are damaged|object Object|at process/.test(said), said);
}

async function otherAccount(): Promise<void> {
  const dataDir = join(ROOT, 'foreign');
  const first = await serverOn(dataDir);
  await first.start();
  await first.stop();
  chmodSync(ROOT, 0o777);
  const { command = [] } = first.options;
  const startAsOther = (): string =>
    spawnSync(command[0] ?? '', command.slice(1), {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
      env: { ...process.env, PORT: '0', OPS_DATA: dataDir, OPS_DEMO: '0', TMPDIR: ROOT },
      timeout: 60_000,
    }).stderr;
  const named = (path: string) => `this account may not read or write ${path}. `;
  for (const mode of [0o700, 0o755]) {
    chmodSync(dataDir, mode);
    const said = startAsOther();
    check(`a folder of another account is named (${mode.toString(8)})`, said.includes(named(dataDir)), said);
  }
  chmodSync(dataDir, 0o777);
  chmodSync(join(dataDir, 'database'), 0o700);
  const said = startAsOther();
  check('and the database in it', said.includes(named(join(dataDir, 'database'))), said);
}

async function whileServing(): Promise<void> {
  const disk = smallDisk(400);
  const server = await serverOn(join(disk, 'data'));
  await server.start();
  try {
    const person = await Person.signIn(server.url);
    const list = '/channelLocationService?channelId=10022&type=0&count=1';
    const row = (await person.data<{ list: ChannelLocationRow[] }>(list)).list[0];
    if (!row) throw new Error('channel 10022 has no rows');
    const { channelId, locationId, type } = row;
    const flags = { canCOD: false, canPickup: true, canCODPickup: false };
    const write = async (canDeliver: boolean): Promise<[number, string]> => {
      const answer = await fetch(`${server.url}/api/channelLocationService/update`, {
        method: 'POST',
        headers: { cookie: person.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ channelId, locationId, type, canDeliver, ...flags }),
      });
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    const filler = join(disk, 'filler');
    const fill = (left: number): void => {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    };
    fill(20 * MEGABYTE);
    const refused = await write(false);
    check(
      'a write is refused with 507 and a sentence',
      refused[0] === 507 && /disk .* is full/.test(refused[1]),
      refused,
    );
    const read = await person.call(list);
    check('reading goes on', read.status === 200, read);
    fill(0);
    const csv = areasCsv([[10022, 'Standard', locationId, 'Yes', 'Yes', 'Yes', 'Yes', 1]]);
    const upload = await person.upload(csv).catch((error: Error) => error.message);
    check('an upload is refused with 507', /answered 507/.test(upload), upload);
    const tus = await fetch(`${server.url}/api/v2/ops/uploads`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'tus-resumable': '1.0.0', 'upload-length': String(csv.length) },
    });
    check('and so is a resumable one', tus.status === 507, [tus.status, await tus.text()]);
    rmSync(filler);
    const later = await write(false);
    check('with room again, writes go on', later[0] === 200, later);
  } finally {
    await server.stop();
  }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.log('full disks: skipped, mounting small disks needs root on Linux');
} else {
  try {
    mkdirSync(ROOT, { recursive: true });
    for (const megabytes of [20, 45]) await firstStart(megabytes);
    await otherAccount();
    await whileServing();
  } finally {
    for (const folder of mounted) run('umount', folder);
    rmSync(ROOT, { recursive: true, force: true });
  }
  if (failed > 0) process.exitCode = 1;
}
