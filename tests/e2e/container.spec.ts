import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, ServerProcess } from '../support/serverProcess.ts';
import { expect, test } from './fixtures.ts';

// Tests have no container runtime, so the steps of the Dockerfile are run one at a time in a plain folder.
test('the server runs from the files of the container image, and its health check succeeds @online', async () => {
  test.setTimeout(240_000);
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY --from=build \S+ \/app\/(\S+) /gm)].map(([, name]) => name ?? '');
  expect(copied).toEqual(['package.json', 'node_modules', 'dist']);
  const folder = mkdtempSync(join(tmpdir(), 'ops-image-'));
  cpSync('package.json', join(folder, 'package.json'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const check = JSON.parse(/^\s+CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const port = await freePort();
  const server = new ServerProcess({
    port,
    dataDir: join(folder, 'data'),
    env: { OPS_DEMO: '0', OPS_HOST: '0.0.0.0', OPS_METRICS_TOKEN: 'secret' },
    command: ['sh', '-c', `cd ${folder} && exec ${command.join(' ')}`],
  });
  try {
    const healthy = (): number | null =>
      spawnSync(check[0] ?? '', check.slice(1), { env: { ...process.env, PORT: String(port) } }).status;
    expect(healthy()).toBe(1);
    await server.start();
    expect(healthy()).toBe(0);
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Ops Portal');
    expect((await fetch(`http://127.0.0.1:${port}/api/metrics`)).status).toBe(401);
    const figures = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
      headers: { authorization: 'Bearer secret' },
    });
    expect(await figures.text()).toContain('ops_calls_total{method="GET",route="/api/ready",status="200"} 1');
    const made = spawnSync('node', ['dist/server/adminCreate.js', 'root@ops.example'], {
      cwd: folder,
      env: { ...process.env, OPS_DATA: join(folder, 'other') },
      input: 'four quiet words here\n',
      encoding: 'utf8',
    });
    expect(made.stderr + made.stdout).toContain('root@ops.example');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
