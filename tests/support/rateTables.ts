import type { Caller, Answer } from './serverFixture.ts';
import type { Family, RateVersionRow } from '../../src/contract/rateTable/versions.ts';
import { keyOfPart, PARTS, type RateRows } from '../../src/domain/rates/rows.ts';

/** Creates rate tables for tests, using the same calls as people do. */
export const BASES: Readonly<Record<Family, string>> = {
  rate: '/rate_table',
  thirdParty: '/rate_table/third-party-fee',
};

export class RateCalls {
  constructor(
    readonly caller: Caller,
    readonly base: string = BASES.rate,
  ) {}

  post = <T = RateVersionRow>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    this.caller.call<T>(`${this.base}${path}`, { body, headers });

  /** @throws Error if the call was rejected */
  make = <T = RateVersionRow>(path: string, body: unknown): Promise<T> =>
    this.caller.data<T>(`${this.base}${path}`, { body });

  get = <T>(path: string): Promise<T> => this.caller.data<T>(`${this.base}${path}`);

  detail = (id: number): Promise<RateVersionRow> => this.get<RateVersionRow>(`/v2/basic-info/detail?id=${id}`);

  /** Creates a draft with these rows, as cells. */
  async draft(channelId: number, rows: RateRows): Promise<RateVersionRow> {
    const { settings } = rows;
    const made = await this.make('/v2/base_info/create', { channelId, name: 'Test', settings });
    const cells = PARTS.flatMap(part => rows[part].map(row => ({ part, base: 0, row })));
    if (cells.length === 0) return made;
    return (await this.make<{ version: RateVersionRow }>('/v2/cells/apply', { id: made.id, cells })).version;
  }

  /** Like the above, but submits the draft; if a time is given, the version takes effect at that time. */
  async submitted(channelId: number, rows: RateRows, activeFrom?: number): Promise<RateVersionRow> {
    const { id, version } = await this.draft(channelId, rows);
    const sealed = await this.make('/v2/basic-info/submit', { id, version });
    if (activeFrom === undefined) return sealed;
    return this.make('/v2/set-time', { id, version: sealed.version, activeFrom });
  }
}

/** Rows in key order, without the fields that reads add. */
export const plainRows = (rows: Record<string, readonly Record<string, unknown>[]>): unknown =>
  Object.fromEntries(
    PARTS.map(part => [
      part,
      (rows[part] ?? [])
        .map(row => {
          const own = { ...row };
          delete own['version'];
          return own;
        })
        .toSorted((a, b) => (keyOfPart(part, a as never) < keyOfPart(part, b as never) ? -1 : 1)),
    ]),
  );
