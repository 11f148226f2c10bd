import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { isTiny, round, type Figure, type FigureGroup } from '../figure.ts';

// A tiny run also copies the build, because the tests of a run have just made it.
const NOT_COPIED = isTiny
  ? /^\/(node_modules|data|\.git|\.cache|test-results)(\/|$)/
  : /(^|\/)(node_modules|dist|data|\.git|\.cache|test-results)(\/|$)/;

/**
 * Time in seconds from `npm start` (after `npm ci`) until the server reports that it is ready: first in a copy without
 * a build or data, then a second time.
 */
export const startFigures: FigureGroup = {
  ids: ['start_first', 'start_again'],
  async run(_wanted, say) {
    const root = process.cwd();
    const copy = mkdtempSync(join(tmpdir(), 'ops-start-'));
    try {
      cpSync(root, copy, { recursive: true, filter: path => !NOT_COPIED.test(path.slice(root.length)) });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
      const port = await freePort();
      const dataDir = isTiny ? await benchFolder() : join(copy, 'data');
      const once = async () => {
        // The command run by `npm start`, because npm does not forward signals to its child process.
        const command = [process.execPath, join(copy, 'scripts/start.mjs')];
        const server = new ServerProcess({ port, dataDir, command });
        const started = performance.now();
        await server.start(300_000);
        const seconds = (performance.now() - started) / 1000;
        await server.stop();
        say(`start: ready after ${seconds.toFixed(1)} s`);
        return seconds;
      };
      const first = await once();
      const again = await once();
      const figure = (id: string, value: number, goal: number): Figure => ({
        id,
        value: round(value),
        unit: 's',
        goal,
        better: 'lower',
        peers: {},
      });
      return [figure('start_first', first, 90), figure('start_again', again, 5)];
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};
