import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { request } from 'playwright/test';
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts';
import { copyProductionPackages } from '../support/productionPackages.ts';
import { freePort, ServerProcess } from '../support/serverProcess.ts';
import { expect, test } from './fixtures.ts';

// Tests have no container runtime, so the steps of the Dockerfile and of compose.yaml are run one at a time in a plain
// folder.

const EMAIL = 'root@ops.example';
const PASSWORD = 'four quiet words here';

/** The folder of the image: what the Dockerfile copies, with the packages of `npm ci --omit=dev`. */
function makeImage(): string {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY --from=build \S+ \/app\/(\S+) /gm)].map(([, name]) => name ?? '');
  expect(copied).toEqual(['package.json', 'node_modules', 'dist']);
  expect(dockerfile).toContain('RUN npm run build && npm ci --omit=dev\n');
  const folder = mkdtempSync(join(tmpdir(), 'ops-image-'));
  cpSync('package.json', join(folder, 'package.json'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  expect(copyProductionPackages(folder)).toBeGreaterThan(100);
  expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false);
  return folder;
}

/** The array of a CMD line of the Dockerfile. */
const commandOf = (line: RegExp): string[] =>
  JSON.parse(line.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '[]') as string[];

/** The server's process in the image, started as the Dockerfile says. */
const serverOf = (folder: string, port: number, env: Record<string, string>): ServerProcess =>
  new ServerProcess({
    port,
    dataDir: join(folder, 'data'),
    env: { NODE_ENV: 'production', OPS_DEMO: '0', OPS_HOST: '0.0.0.0', ...env },
    command: ['sh', '-c', `cd ${folder} && exec ${commandOf(/^CMD (\[.*\])$/m).join(' ')}`],
  });

/** The exit code of the image's health check. */
function healthOf(port: number): number | null {
  const [program = '', ...args] = commandOf(/^\s+CMD (\[.*\])$/m);
  return spawnSync(program, args, { env: { ...process.env, PORT: String(port) } }).status;
}

/** Runs a command in the image, as `docker compose exec` does; returns its output. */
function run(folder: string, args: readonly string[], env: Record<string, string>, input: string): string {
  const done = spawnSync('node', args, { cwd: folder, env: { ...process.env, ...env }, input, encoding: 'utf8' });
  return done.stderr + done.stdout;
}

test('the server runs from the files of the container image, and its health check succeeds @online', async () => {
  test.setTimeout(240_000);
  const folder = makeImage();
  const port = await freePort();
  const server = serverOf(folder, port, { OPS_METRICS_TOKEN: 'secret' });
  try {
    expect(healthOf(port)).toBe(1);
    await server.start();
    expect(healthOf(port)).toBe(0);
    expect(server.output).toContain('run: node dist/server/adminCreate.js you@example.com');
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Ops Portal');
    expect((await fetch(`http://127.0.0.1:${port}/api/metrics`)).status).toBe(401);
    const figures = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
      headers: { authorization: 'Bearer secret' },
    });
    expect(await figures.text()).toContain('ops_calls_total{method="GET",route="/api/ready",status="200"} 1');
    const other = { OPS_DATA: join(folder, 'other') };
    expect(run(folder, ['dist/server/adminCreate.js', EMAIL], other, `${PASSWORD}\n`)).toContain(EMAIL);
    // The other commands of the documents exist in the image as well, without npm.
    const made = run(folder, ['dist/server/backup.js', join(folder, 'monday')], other, '');
    expect(existsSync(join(folder, 'monday', 'backup.json')), made).toBe(true);
    const restored = { OPS_DATA: join(folder, 'restored') };
    expect(run(folder, ['dist/server/restore.js'], restored, '')).toContain('node dist/server/restore.js');
    run(folder, ['dist/server/restore.js', join(folder, 'monday')], restored, '');
    expect(run(folder, ['dist/server/auditVerify.js'], restored, '')).toMatch(/The log is intact: \d+ entr(y|ies)\./);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The environment of a service in compose.yaml, with variables replaced as Compose does. @throws Error if one is missing */
function environmentOf(service: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  const [, own = ''] =
    new RegExp(`^  ${service}:\\n((?:    .*\\n)+)`, 'm').exec(readFileSync('compose.yaml', 'utf8')) ?? [];
  const [, lines = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(own) ?? [];
  return Object.fromEntries(
    [...lines.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)(?:(:[-?])([^}]*))?\}/g, (_, variable: string, kind?: string, rest?: string) => {
        const found = variables[variable] ?? '';
        if (found !== '') return found;
        if (kind === ':?') throw new Error(rest);
        return rest ?? '';
      }),
    ]),
  );
}

/** Starts PostgreSQL with the person and database that the image of compose.yaml creates; null if it cannot start. */
async function startDatabase(): Promise<PostgresServer | null> {
  const postgres = await startPostgres({ durable: false }).catch(() => null);
  if (!postgres) return null;
  const own = environmentOf('database', { OPS_DATABASE_PASSWORD: 'letters9' });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE ROLE ${own['POSTGRES_USER']} LOGIN SUPERUSER PASSWORD '${own['POSTGRES_PASSWORD']}'`);
  await client.query(`CREATE DATABASE ${own['POSTGRES_DB']} OWNER ${own['POSTGRES_USER']}`);
  await client.end();
  return postgres;
}

test('the server runs with the settings of compose.yaml, and keeps its data when its container is replaced @online', async () => {
  test.setTimeout(240_000);
  expect(() => environmentOf('database', {})).toThrow(/^Set OPS_DATABASE_PASSWORD$/);
  const env = environmentOf('server', { OPS_DATABASE_PASSWORD: 'letters9' });
  expect(env).toMatchObject({ DATABASE_URL: 'postgres://ops:letters9@database:5432/ops', OPS_METRICS_TOKEN: '' });
  const postgres = await startDatabase();
  test.skip(postgres === null, 'PostgreSQL cannot be started on this machine');
  const folder = makeImage();
  const port = await freePort();
  const place = new URL(postgres?.url ?? '');
  const url = env['DATABASE_URL']?.replace('@database:5432/', `@${place.host}/`) ?? '';
  const own = { ...env, DATABASE_URL: url, OPS_BASE_URL: `http://localhost:${port}` };
  const first = serverOf(folder, port, own);
  const second = serverOf(folder, port, own);
  try {
    await first.start();
    expect(healthOf(port)).toBe(0);
    const added = run(
      folder,
      ['dist/server/adminCreate.js', EMAIL],
      { ...own, OPS_DATA: join(folder, 'data') },
      `${PASSWORD}\n`,
    );
    expect(added).toContain(EMAIL);
    await first.stop();
    await second.start();
    const api = await request.newContext({ baseURL: first.url });
    const signedIn = await api.post('/api/login', { data: { email: EMAIL, password: PASSWORD } });
    expect(signedIn.status(), await signedIn.text()).toBe(200);
    await api.dispose();
  } finally {
    await first.stop();
    await second.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
