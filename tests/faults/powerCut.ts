/**
 * Simulates power cuts with the embedded database: the server runs on a separate ext4 file system (a loop device) and
 * is frozen at a random moment; the device is then copied without data that the system had only in memory. A server
 * started on the copy must open the database and have everything that was confirmed.
 *
 * tsx tests/faults/powerCut.ts [--rounds 20] [--phase start|demo|writes|checkpoint|import]
 *
 * Requires root and loop devices; without them, prints a message and exits with 0. Exits with 1 if a round failed.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { freeze, Person, prepareFolder, serverOn } from '../support/faultServer.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, phase: { type: 'string' } } });
const PHASES = ['start', 'demo', 'writes', 'checkpoint', 'import'] as const;
type Phase = (typeof PHASES)[number];

const STREETS = 21_000;
const ROOT = mkdtempSync(join(tmpdir(), 'ops-power-'));

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A mounted image; `release` unmounts it. */
interface Disk {
  image: string;
  folder: string;
  release: () => void;
}

function mount(image: string): Disk {
  const folder = mkdtempSync(join(ROOT, 'disk-'));
  const device = run('losetup', '--find', '--show', image).trim();
  try {
    run('mount', '-o', 'noatime', device, folder);
  } catch (error) {
    run('losetup', '--detach', device);
    throw error;
  }
  return {
    image,
    folder,
    release: () => {
      run('umount', folder);
      run('losetup', '--detach', device);
    },
  };
}

function format(name: string): string {
  const image = join(ROOT, name);
  run('truncate', '--size', '640M', image);
  run('mkfs.ext4', '-q', '-F', image);
  return image;
}

/** Why power cuts cannot be simulated here; null if they can. */
function whyNot(): string | null {
  if (process.platform !== 'linux') return 'loop devices are a thing of Linux';
  if (process.getuid?.() !== 0) return 'mounting a loop device needs root';
  try {
    mount(format('probe.img')).release();
    return null;
  } catch (error) {
    return `a loop device cannot be mounted: ${String((error as { stderr?: unknown }).stderr ?? error).trim()}`;
  }
}

const between = (from: number, to: number): number => from + Math.random() * (to - from);
const pause = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis));

/** A data folder with the demo that was closed properly, for the phases after the first start. */
async function prepare(): Promise<string> {
  const image = format('ready.img');
  const disk = mount(image);
  await prepareFolder(join(disk.folder, 'data'), STREETS);
  disk.release();
  return image;
}

/** The data that must survive the power cut. */
interface Promised {
  versions: Map<number, number>;
  importId: string | null;
  cod: boolean;
}

const rowsOf = async (person: Person): Promise<ChannelLocationRow[]> =>
  (await person.data<{ list: ChannelLocationRow[] }>('/channelLocationService?channelId=10022&type=0&count=40')).list;

/** Runs six writers until the server is gone, and records the confirmed writes. */
async function write(person: Person, versions: Map<number, number>): Promise<{ done: Promise<unknown> }> {
  const rows = (await rowsOf(person)).slice(0, 6);
  if (rows.length < 6) throw new Error('channel 10022 has too few rows');
  const writer = async ({ channelId, locationId, type }: ChannelLocationRow) => {
    for (let index = 0; ; index++) {
      const flags = { canDeliver: index % 2 === 0, canCOD: false, canPickup: true, canCODPickup: false };
      try {
        const body = { channelId, locationId, type, ...flags };
        const { status, data } = await person.call<ChannelLocationRow>('/channelLocationService/update', body);
        if (status === 200) versions.set(locationId, data.version);
      } catch {
        return;
      }
    }
  };
  return { done: Promise.all(rows.map(writer)) };
}

/** Runs the server until the power cut in one phase; copies the disk image at that moment to `target`. */
async function cut(phase: Phase, ready: string, target: string): Promise<Promised> {
  const image = phase === 'start' || phase === 'demo' ? format('work.img') : join(ROOT, 'work.img');
  if (image !== ready && phase !== 'start' && phase !== 'demo') copyFileSync(ready, image);
  const disk = mount(image);
  const dataDir = join(disk.folder, 'data');
  const server = await serverOn(dataDir);
  const promised: Promised = { versions: new Map(), importId: null, cod: true };
  let writing: Promise<unknown> | undefined;
  const starting = server.start().catch(() => undefined);
  if (phase === 'start') {
    // Waits from the creation of the folder until the first rows of the demo appear.
    for (const until = Date.now() + 60_000; !existsSync(join(dataDir, 'database')) && Date.now() < until;)
      await pause(5);
    await pause(between(0, 6_000));
  } else if (phase === 'demo') {
    for (const until = Date.now() + 120_000; !server.output.includes('Demo data:') && Date.now() < until;)
      await pause(5);
    await pause(between(0, 5_000));
  } else {
    await starting;
    const person = await Person.signIn(server.url);
    if (phase === 'import') {
      promised.importId = (await person.importStreets(0, STREETS, promised.cod)).id;
      await pause(between(0, 5_000));
    } else {
      writing = (await write(person, promised.versions)).done;
      await pause(between(1_500, 4_000));
      if (phase === 'checkpoint') {
        // A graceful shutdown writes a checkpoint.
        process.kill(server.pid ?? 0, 'SIGTERM');
        await pause(between(0, 700));
      }
    }
  }
  try {
    await freeze(server);
  } catch {
    // The server has just shut down gracefully.
  }
  const acknowledged = new Map(promised.versions);
  run('cp', '--sparse=always', image, target);
  await server.stop('SIGKILL');
  await Promise.all([starting, writing]);
  disk.release();
  return { ...promised, versions: acknowledged };
}

/**
 * Starts a server on the copy and checks its data.
 * @throws Error that says what is missing
 */
async function look(phase: Phase, target: string, promised: Promised): Promise<string> {
  const disk = mount(target);
  const server = await serverOn(join(disk.folder, 'data'));
  try {
    await server.start(240_000);
    const person = await Person.signIn(server.url);
    const rows = new Map((await rowsOf(person)).map(row => [row.locationId, row.version]));
    for (const [id, version] of promised.versions) {
      if ((rows.get(id) ?? 0) < version) throw new Error(`location ${id} has version ${rows.get(id)}, not ${version}`);
    }
    if (promised.importId !== null) {
      const receipt = await person.ended(promised.importId);
      if (receipt.state !== 'applied') throw new Error(`the import is ${receipt.state}: ${receipt.message}`);
      const streets = await person.streetRows();
      const wrong = streets.filter(row => row.canCOD !== promised.cod || row.version !== 1).length;
      if (streets.length !== STREETS || wrong > 0) throw new Error(`${streets.length} rows, ${wrong} of them wrong`);
    }
    const recovered = server.output.includes('did not stop cleanly');
    if (!recovered && (phase === 'writes' || phase === 'import'))
      throw new Error('the start did not say that it recovered');
    return `${rows.size} rows, ${promised.versions.size} acknowledged${recovered ? ', recovered' : ''}`;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${server.output.slice(-1_500)}`, { cause: error });
  } finally {
    await server.stop();
    disk.release();
  }
}

async function main(): Promise<void> {
  const reason = whyNot();
  if (reason !== null) {
    console.log(`power cuts: skipped, ${reason}`);
    return;
  }
  const phases = PHASES.filter(phase => values.phase === undefined || phase === values.phase);
  const rounds = Number(values.rounds);
  const ready = await prepare();
  let good = 0;
  for (let round = 0; round < rounds; round++) {
    const phase = phases[round % phases.length] as Phase;
    const target = join(ROOT, 'copy.img');
    try {
      const promised = await cut(phase, ready, target);
      const found = await look(phase, target, promised);
      good += 1;
      console.log(`power cut ${round + 1}, ${phase}: ${found}`);
    } catch (error) {
      console.log(`power cut ${round + 1}, ${phase}: FAILED, ${(error as Error).message}`);
      const kept = join(tmpdir(), 'ops-power-failed');
      mkdirSync(kept, { recursive: true });
      if (existsSync(target) && readdirSync(kept).length < 3)
        copyFileSync(target, join(kept, `${phase}-${Date.now()}.img`));
      process.exitCode = 1;
    }
    rmSync(target, { force: true });
  }
  console.log(`power cuts: ${good} of ${rounds} survived`);
}

try {
  await main();
} finally {
  rmSync(ROOT, { recursive: true, force: true });
}
