import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';
import { DAY_KIND, yearOf } from '../../../src/domain/calendarYear.ts';
import { type NonWorkingRow } from '../../../src/domain/daysOff.ts';
import { ALL, holidaysText, weekendsText } from '../../../src/domain/nonWorkingDays.ts';
import { YearStrips, type StripRow } from '../../../src/screens/nonWorkingDays/calendar/YearStrips.tsx';

const YEARS = [2026, 2027, 2028] as const;

/** Sixteen days that differ by channel and year. */
const holidaysOf = (channel: number, year: number): string[] =>
  Array.from({ length: 16 }, (_, n) => {
    const at = (channel * 7 + n * 23) % 336;
    return `${year}-${String(Math.floor(at / 28) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`;
  });

const scheduleOf = (channel: number): NonWorkingRow => ({
  country: 'ID',
  serviceType: 'LM',
  WeekendsSetting: weekendsText({ [ALL]: channel % 3 === 0 ? [7] : [6, 7] }),
  HolidaysSetting: holidaysText({ [ALL]: YEARS.flatMap(year => holidaysOf(channel, year)) }),
  status: 0,
});

/** Resolves two frames after a change to the document, when the change has been painted. */
const painted = (): Promise<number> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))));

/** The same days as bare cells, one element each, inserted as HTML: without names, links, numbers or words. */
function bareGrid(rows: readonly NonWorkingRow[], year: number): string {
  const classes = ['', 'w', 'h', 'h'];
  const cells = (row: NonWorkingRow) =>
    Array.from(yearOf(row, ALL, year), kind =>
      kind === DAY_KIND.working ? '<i></i>' : `<i class="${classes[kind]}"></i>`,
    );
  const style =
    '<style>.g{display:grid;grid-template-columns:repeat(366,1fr);height:20px}.w{background:#ccc}.h{background:#069}</style>';
  return style + rows.map(row => `<div class="g">${cells(row).join('')}</div>`).join('');
}

/**
 * Paints the calendar of all channels and the bare grid alternately, each into an empty page.
 *
 * @returns duration of each in milliseconds
 */
async function measureCalendar(channels: number, runs: number): Promise<{ ours: number[]; floor: number[] }> {
  const samples = { ours: [] as number[], floor: [] as number[] };
  for (let run = 0; run < runs; run++) {
    // New objects each time, so that no cached result can be reused.
    const rows = Array.from({ length: channels }, (_, channel) => scheduleOf(channel));
    const strips: StripRow[] = rows.map((row, at) => ({
      key: String(at),
      name: `${10_000 + at} Channel LM`,
      href: '#',
      row,
    }));
    const year = YEARS[run % YEARS.length] as number;

    const room = document.body.appendChild(document.createElement('div'));
    const root = createRoot(room);
    root.render(<FluentProvider theme={webLightTheme}>{null}</FluentProvider>);
    await painted();
    let began = performance.now();
    root.render(
      <FluentProvider theme={webLightTheme}>
        <YearStrips rows={strips} year={year} region={ALL} navigate={() => undefined} />
      </FluentProvider>,
    );
    while (document.querySelectorAll('[data-strip]').length < channels) await new Promise(next => setTimeout(next));
    samples.ours.push((await painted()) - began);
    root.unmount();
    room.remove();
    await painted();

    const bare = document.body.appendChild(document.createElement('div'));
    await painted();
    began = performance.now();
    bare.innerHTML = bareGrid(rows, year);
    samples.floor.push((await painted()) - began);
    bare.remove();
    await painted();
  }
  return samples;
}

Object.assign(window, { measureCalendar });
