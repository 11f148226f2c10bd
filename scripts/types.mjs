/**
 * Type-checks every runtime with its own settings; prints all errors before failing. Keeps the compiler's state in
 * .cache/types, so that the next check looks only at files affected by a change.
 */
import { spawnSync } from 'node:child_process';

const RUNTIMES = ['window', 'worker', 'sw', 'node', 'tests'];
let failed = 0;
for (const runtime of RUNTIMES) {
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/typescript/bin/tsc',
      '--singleThreaded',
      '-p',
      `tsconfig.${runtime}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${runtime}.tsbuildinfo`,
    ],
    { stdio: 'inherit' },
  );
  console.log(`types ${runtime}: ${run.status === 0 ? 'ok' : 'failed'}`);
  if (run.status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
