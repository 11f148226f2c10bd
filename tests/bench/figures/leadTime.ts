import { median, round, type Figure, type FigureGroup } from '../figure.ts';
import { measureLeadTimes } from '../leadTimes.ts';

/**
 * Lead times for a channel with 200 thousand rows, including weekends and holidays: a single one from the cached
 * columns, as in the console (median, in milliseconds), and 100 thousand with different routes and days from the rows,
 * as on a server (in seconds, including building the index).
 */
export const leadTimeFigures: FigureGroup = {
  ids: ['lead_time_one', 'lead_time_100k'],
  run(wanted, say) {
    const { rows, one, many, index, answered } = measureLeadTimes();
    say(`lead times: ${rows} rows, ${answered} of 100,000 ways answered`);
    const figures: Figure[] = [
      {
        id: 'lead_time_one',
        value: round(median(one), 2),
        unit: 'ms',
        goal: 1,
        better: 'lower',
        peers: { rows, most_ms: round(Math.max(...one), 2) },
      },
      {
        id: 'lead_time_100k',
        value: round((index + many) / 1000, 2),
        unit: 's',
        goal: 2,
        better: 'lower',
        peers: { rows, answered, index_s: round(index / 1000, 2) },
      },
    ];
    return Promise.resolve(figures.filter(({ id }) => wanted.has(id)));
  },
};
