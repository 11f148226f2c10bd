import { percentile, round, step, type Figure, type FigureGroup } from '../figure.ts';
import { cachedReady, listPath, mirrorReady, openConsole, signInAs } from '../large/console.ts';
import { bootstrap, filterEach, filterSamples, TEXTS, typeAheadSamples, warmSamples } from '../large/handling.ts';
import { BENCH_CHANNEL } from '../large/data.ts';
import { drain } from '../large/drain.ts';
import { EDITOR, withLargeServer } from '../large/largeServer.ts';
import { live } from '../large/live.ts';
import { longestTask } from '../large/longestTask.ts';
import { peerFigures } from '../large/peers.ts';
import { workerMegabytes } from '../large/workerMemory.ts';

const seconds = (millis: number): number => round(millis / 1000, 2);

/**
 * Figures for large collections in the real console with a real server (issue 3, 2.5), compared with peers on the same
 * rows.
 */
export const largeFigures: FigureGroup = {
  ids: [
    'bootstrap_first_page',
    'bootstrap_1m',
    'filter_200k_p95',
    'filter_1m_p95',
    'query_mb_1m',
    'live_p95',
    'drain_1000',
    'warm_1m',
    'longest_task_sync',
    'typeahead_p95',
  ],
  async run(wanted, say) {
    const figures: Figure[] = [];
    const add = (id: string, value: number, unit: string, goal: number, peers: Record<string, number> = {}) =>
      figures.push({ id, value, unit, goal, better: 'lower', peers });
    const wants = (...ids: string[]) => ids.some(id => wanted.has(id));
    const { small, large } = BENCH_CHANNEL;
    await withLargeServer(say, async (server, caller, cut) => {
      const measure = async (ids: readonly string[], work: () => Promise<unknown>) => {
        await step(ids, wanted, say, work);
        // A step that failed may have left the server stopped.
        if (server.pid === undefined) await server.start();
      };
      const { url } = server;
      const console = await openConsole(say);
      const { page, context } = console;
      try {
        await signInAs(page, url, EDITOR);
        await mirrorReady(page, 'PH');
        const million = await bootstrap(page, url, large);
        say(
          `large: first page after ${million.first.toFixed(0)} ms, a million rows after ${million.whole.toFixed(0)} ms`,
        );
        if (wants('bootstrap_first_page')) add('bootstrap_first_page', seconds(million.first), 's', 0.5);
        if (wants('bootstrap_1m')) add('bootstrap_1m', seconds(million.whole), 's', 4, { server_cuts_once_s: cut });
        const filterFigure = async (id: string, channelId: number) => {
          const samples = await filterSamples(page, url, channelId);
          say(`${id}: ${samples.map(sample => sample.toFixed(1)).join(' ')}`);
          add(id, round(percentile(samples, 0.95)), 'ms', 16, { p50: round(percentile(samples, 0.5)) });
        };
        await measure(['filter_1m_p95'], () => filterFigure('filter_1m_p95', large));
        await measure(['query_mb_1m'], async () =>
          add('query_mb_1m', await workerMegabytes(context, 'ops'), 'MB', 250),
        );
        await measure(['filter_200k_p95'], async () => {
          await page.goto(`${url}${listPath(small)}`);
          await cachedReady(page, 'PH', small);
          await filterFigure('filter_200k_p95', small);
        });
        await measure(['live_p95'], async () => add('live_p95', seconds(await live(page, server, small)), 's', 2));
        await measure(['drain_1000'], async () => {
          const { took, peers } = await drain(page, server, small);
          add('drain_1000', seconds(took), 's', 5, peers);
        });
        await measure(['warm_1m'], async () => {
          await page.goto(`${url}${listPath(large)}`);
          await page.evaluate('benchFirstRow()');
          // The service worker, without which nothing opens, is registered only some seconds after the first list.
          await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
          await page.waitForTimeout(1500);
          await server.stop();
          const samples = await warmSamples(page, url, large);
          say(`warm_1m: ${samples.map(sample => sample.toFixed(0)).join(' ')}`);
          add('warm_1m', seconds(percentile(samples, 0.5)), 's', 1.2, { max: seconds(Math.max(...samples)) });
          await server.start();
        });
      } finally {
        await console.close();
      }
      await measure(['longest_task_sync'], async () => {
        const traced = await openConsole(say);
        try {
          await signInAs(traced.page, url, EDITOR);
          await mirrorReady(traced.page, 'PH');
          const longest = await longestTask(traced, async () => {
            await bootstrap(traced.page, url, large);
            await filterEach(traced.page, TEXTS.slice(0, 10));
          });
          add('longest_task_sync', round(longest.wall), 'ms', 50, { cpu: round(longest.cpu) });
        } finally {
          await traced.close();
        }
      });
      await measure(['typeahead_p95'], async () => {
        const typing = await openConsole(say);
        try {
          const samples = await typeAheadSamples(typing.page, url);
          say(`typeahead_p95: ${samples.map(sample => sample.toFixed(1)).join(' ')}`);
          add('typeahead_p95', round(percentile(samples, 0.95)), 'ms', 16, { p50: round(percentile(samples, 0.5)) });
        } finally {
          await typing.close();
        }
      });
      await peerFigures(figures, caller, say);
    });
    return figures;
  },
};
