import type pg from 'pg';
import { rate } from '../../contract/resources/rate.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { CURRENCY_DIGITS, currencyOf } from '../../domain/currency.ts';
import { formatCount } from '../../domain/format.ts';
import { CATEGORY } from '../../domain/permission.ts';
import { formulaText } from '../../domain/rates/formula.ts';
import { E5 } from '../../domain/rates/money.ts';
import { RATE_MODEL } from '../../domain/rates/rateRules.ts';
import type { WeightRow } from '../../domain/rates/weightRanges.ts';
import type { DemoChannel } from './channels.ts';
import { insertRecords } from './records.ts';

/** Price of the first half kilogram in units of the currency. Made up but realistic. */
export const FIRST: Readonly<Record<Country, number>> = {
  ID: 9000,
  MY: 5.5,
  PH: 65,
  SG: 3.2,
  TW: 60,
  TH: 32,
  VN: 18_000,
  BR: 14.9,
};

/** Upper bounds of the weight ranges in kilograms, each with its price as a multiple of the first price. */
const STEPS = [
  [0.5, 1],
  [1, 1.25],
  [2, 1.7],
  [3, 2.2],
  [5, 3.1],
  [10, 5.4],
  [20, 9.8],
  [30, 14.2],
] as const;

/** The weight ranges of a channel. The higher the last digit of its id, the more expensive the channel is. */
function rangesOf(country: Country, id: number, share: number): WeightRow[] {
  const unit = 10 ** CURRENCY_DIGITS[currencyOf(country)];
  const last = 6 + (id % 3);
  return STEPS.slice(0, last).map(([end, times], at) => ({
    a: (STEPS[at - 1]?.[0] ?? 0) * 1000,
    b: end * 1000,
    x: Math.round((Math.round(FIRST[country] * times * (1 + (id % 10) / 20) * share * unit) / unit) * E5),
  }));
}

/** Writes a rate for each channel of a country, most of them with weight ranges and some with a rate table. */
export async function insertRates(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const rows = channels.map(({ id, name, from }) => {
    const category = from === country ? CATEGORY.local : CATEGORY.crossBorder;
    const byTable = id % 4 === 0;
    return {
      channelId: id,
      name,
      category,
      esfModel: byTable ? RATE_MODEL.rateTable : RATE_MODEL.weightRange,
      asfModel: byTable ? RATE_MODEL.rateTable : RATE_MODEL.weightRange,
      esfCalculationFormula: byTable ? null : formulaText(rangesOf(country, id, 1)),
      asfCalculationFormula: byTable ? null : formulaText(rangesOf(country, id, 0.92)),
    };
  });
  const count = await insertRecords(client, rate, country, rows);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} rates`);
}
