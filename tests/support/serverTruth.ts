import { request, type APIRequestContext } from 'playwright/test';
import type { AuditRow } from '../../src/contract/audit.ts';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import { ADMIN } from './accounts.ts';

/** The server's state, requested without the console: the other side of an end-to-end assertion. */
export class ServerTruth {
  constructor(
    readonly request: APIRequestContext,
    readonly url: string,
  ) {}

  async signIn(email: string): Promise<this> {
    const answer = await this.request.post(`${this.url}/api/login`, { data: { email, password: 'ops-demo' } });
    if (!answer.ok()) throw new Error(`sign-in as ${email} answered ${answer.status()}`);
    return this;
  }

  async #data<T>(path: string): Promise<T> {
    // Independent of the person's current country, because the demo's tests are about Indonesia.
    const answer = await this.request.get(`${this.url}/api${path}`, { headers: { 'x-ops-entity': 'ID' } });
    const body = (await answer.json()) as { data: T; message: string };
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${body.message}`);
    return body.data;
  }

  rows(query: Record<string, string | number | boolean>): Promise<{ list: ChannelLocationRow[]; total: number }> {
    return this.#data(`/channelLocationService?${new URLSearchParams(query as Record<string, string>)}`);
  }

  async row(channelId: number, locationId: number): Promise<ChannelLocationRow | undefined> {
    return (await this.rows({ channelId, locationId, type: 0 })).list[0];
  }

  audit(channel: number): Promise<{ list: AuditRow[]; total: number }> {
    return this.#data(
      `/ops/audit-logs/business?code=channel_management.serviceable_area&channel=${channel}&offset=0&size=50`,
    );
  }

  /** Writes as another program would; returns the status. */
  async write(path: string, body: Record<string, unknown>): Promise<number> {
    return (await this.request.post(`${this.url}/api${path}`, { data: body })).status();
  }
}

/** The server's state as a person sees it, in a separate session. */
export const truthAs = async (url: string, email: string = ADMIN): Promise<ServerTruth> =>
  new ServerTruth(await request.newContext(), url).signIn(email);
