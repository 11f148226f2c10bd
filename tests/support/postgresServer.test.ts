import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('a program that starts PostgreSQL exits with the code that it has set', () => {
  const program = "await import('./tests/support/postgresServer.ts'); process.exitCode = 3;";
  const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([3, '']);
});
