import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';

/** Another person, working outside the browser under test: reads the server's state and makes changes. */
export class Colleague {
  #cookie = '';

  constructor(private readonly origin: string) {}

  async signIn(email: string): Promise<this> {
    const answer = await fetch(`${this.origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`The sign-in as ${email} was answered by ${answer.status}: ${await answer.text()}`);
    this.#cookie = answer.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; ');
    return this;
  }

  /** The records returned by a list call for Indonesia. */
  async rows<T>(path: string, query: Record<string, string | number> = {}): Promise<T[]> {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const data = await this.#call<{ list: T[] }>(`${path}?${new URLSearchParams(texts)}`);
    return data.list;
  }

  write(path: string, body: Record<string, unknown>): Promise<unknown> {
    return this.#call(path, { method: 'POST', body: JSON.stringify(body) });
  }

  async #call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { cookie: this.#cookie, 'content-type': 'application/json', 'x-ops-entity': 'ID' };
    const answer = await fetch(`${this.origin}/api${path}`, { ...init, headers });
    const body = (await answer.json()) as { data: T; message: string };
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.message}`);
    return body.data;
  }
}
