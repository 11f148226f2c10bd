import type { Page } from 'playwright/test';
import { expect } from '../fixtures.ts';

/** Makes a write call to Indonesia's rate tables as the person of a page, and returns its data once it is accepted. */
export type RateCall = <T>(path: string, data: object) => Promise<T>;

export const rateCalls =
  (page: Page): RateCall =>
  async <T>(path: string, data: object): Promise<T> => {
    const answer = await page.request.post(`/api/rate_table/v2${path}`, { data, headers: { 'x-ops-entity': 'ID' } });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };

/** A fee of a zone, in the currency's units, for a range of one kilogram. */
export const feeRow = (code: string, kilograms: number, amount: number) => ({
  kind: 'zone',
  code,
  start: kilograms * 1000,
  end: (kilograms + 1) * 1000,
  fee: amount * 100_000,
});
