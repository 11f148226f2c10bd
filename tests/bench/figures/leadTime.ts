import { median, round, type Figure, type FigureGroup } from '../figure.ts';
import { measureLeadTimes } from '../leadTimes.ts';

/**
 * Lead times of a channel of 200 thousand rows, over weekends and holidays: one, asked of the cached columns as the console does
 * (milliseconds, the median), and 100 thousand of other ways and days, asked of the rows as a server does (seconds with their
 * index).
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
