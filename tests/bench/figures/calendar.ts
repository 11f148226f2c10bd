import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.mjs';
import { median, versusFloor, type FigureGroup } from '../figure.ts';
import { servePage } from '../servePage.ts';

const CHANNELS = 40;
const RUNS = 24;
/** The first runs of both are slower, because code and styles are not warmed up. */
const FIRST = 4;

interface Samples {
  ours: number[];
  floor: number[];
}

/** Time in milliseconds until a year of 40 channels is painted, compared with a bare grid of the same cells. */
export const calendarFigures: FigureGroup = {
  ids: ['calendar_year'],
  async run(_wanted, say) {
    const page = await servePage('tests/bench/pages/calendarYear.tsx', { 'process.env.NODE_ENV': '"production"' });
    const browser = await chromium.launch({ executablePath: await findChromium(say), args: CHROMIUM_ARGS });
    try {
      const tab = await browser.newPage({ viewport: { width: 1280, height: 1200 } });
      await tab.goto(page.url);
      await tab.waitForFunction(() => 'measureCalendar' in window);
      const samples = await tab.evaluate(
        ([channels, runs]) =>
          (window as unknown as { measureCalendar: (c: number, r: number) => Promise<Samples> }).measureCalendar(
            channels as number,
            runs as number,
          ),
        [CHANNELS, RUNS],
      );
      const [ours, floor] = [median(samples.ours.slice(FIRST)), median(samples.floor.slice(FIRST))];
      return [versusFloor('calendar_year', ours, floor, 1.5, { unit: 'ms', peers: { channels: CHANNELS } })];
    } finally {
      await browser.close();
      page.close();
    }
  },
};
