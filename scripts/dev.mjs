/** npm run dev: the API server restarts on change (port 8081), the console hot-reloads (port 5173 or PORT). */
import { spawn } from 'node:child_process';

const apiPort = process.env.OPS_API_PORT ?? '8081';
const children = [
  spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort, OPS_DATA: process.env.OPS_DATA ?? './data' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], {
    stdio: 'inherit',
    env: { ...process.env, OPS_API: `http://localhost:${apiPort}` },
  }),
];

const stop = () => children.forEach(child => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) {
  child.on('exit', code => {
    stop();
    process.exitCode ??= code ?? 0;
  });
}
