import type { CallDefinition } from '../../../src/contract/call.ts';
import type { PreflightAnswer, PreflightItem } from '../../../src/contract/preflight.ts';
import type { SentWrite, WriteAnswer } from '../../../src/contract/writes.ts';
import type { SessionInfo } from '../../../src/contract/session.ts';
import type { FakeClock } from '../../../src/sync/testing/fakeEnv.ts';
import { ModelServer } from '../../../src/sync/testing/modelServer.ts';
import { writesOf, type Shape, type ShapeRow } from '../../../src/sync/testing/shape.ts';
import type { EventHandlers } from '../../../src/sync/network/transport.ts';
import type { Outcome, Row } from '../../../src/sync/types.ts';
import { envelope, insteadOf, onWire, type Answer, type Fate, type Session } from './answers.ts';
import type { Life } from './life.ts';

/** A write request as it left a process. */
export interface Issued {
  life: Life;
  /** The request's Idempotency-Key. */
  key: string;
  /** Id of the call with which it was sent. */
  call: string;
  /** Whether its input contains the version on which it is based. */
  versioned: boolean;
  /** Whether the same process is still waiting for the response to an earlier request with this write. */
  again: boolean;
}

/** All reads except that of the session, for the mirror in the full world. */
export type Reads = (path: URL) => unknown;

/** The server as seen by a browser over HTTP, with everything that can happen to a request in transit. */
export class Backend {
  readonly model: ModelServer<ShapeRow>;
  private readonly shape: Shape;
  private readonly writes: readonly CallDefinition[];
  /** The fates of the next requests, in order. */
  fates: Fate[] = [];
  up = true;
  /** The session identified by the browser's cookie. */
  private jar: Session | null = null;
  /** Whether a 401 was returned since the last sign-in, so that the person sees the sign-in page. */
  sentSignedOut = false;
  /** Users who have all permissions. */
  readonly writers = new Set([1, 2]);
  /** Called with each write request when it is sent. */
  onIssue: (issued: Issued) => void = () => undefined;
  /** Called with each write that the server accepts, and the person's id according to the server. */
  onTaken: (key: string, from: number) => void = () => undefined;
  reads: Reads | null = null;
  private readonly clock: FakeClock;
  /** The keys of the writes for whose responses each process is waiting. */
  private readonly flying = new Map<Life, Set<string>>();
  private readonly streams = new Set<{ life: Life; handlers: EventHandlers }>();

  constructor(clock: FakeClock, shape: Shape) {
    this.clock = clock;
    this.shape = shape;
    this.model = new ModelServer(shape);
    this.writes = writesOf(shape);
  }

  /** The user who is signed in according to the server. */
  get signedIn(): number | null {
    return this.jar?.alive ? this.jar.userId : null;
  }

  endSession(): void {
    if (this.jar) this.jar.alive = false;
  }

  info(userId: number): SessionInfo {
    const { feature } = this.shape.resource;
    const rights = this.writes.filter(call => this.may(userId, call)).map(({ permission }) => permission);
    const codes = rights.length > 0 ? [`${feature}.read`, ...new Set(rights)] : [];
    return {
      userId,
      email: `u${userId}`,
      name: 'U',
      privilege: 2,
      category: 0,
      currentEntity: 'ID',
      entityIds: [1],
      entities: [{ id: 1, name: 'Indonesia', country: 'ID', status: 0 }],
      permissionCodes: codes,
      codesByEntity: { ID: codes },
      whitelisted: true,
    };
  }

  /** Whether a user currently has the permission for a call. */
  private may(userId: number, { permission }: CallDefinition): boolean {
    return this.writers.has(userId) || (this.shape.right !== null && permission !== this.shape.right);
  }

  private callAt(path: string): CallDefinition | undefined {
    return this.writes.find(call => call.path === path);
  }

  /** The `fetch` of a process. */
  fetchOf(life: Life): typeof globalThis.fetch {
    const fetch = (path: string, init: RequestInit): Promise<Answer> => life.act(() => this.request(life, path, init));
    return fetch as unknown as typeof globalThis.fetch;
  }

  openEvents(life: Life, handlers: EventHandlers): () => void {
    const stream = { life, handlers };
    life.onDeath(() => this.streams.delete(stream));
    queueMicrotask(() => {
      if (!this.up || this.signedIn === null) return life.run(handlers.onError);
      this.streams.add(stream);
      life.run(() => {
        handlers.onBeat();
        handlers.onOpen();
      });
    });
    return () => this.streams.delete(stream);
  }

  /** Announces a commit on every open stream. */
  announce(): void {
    for (const { life, handlers } of this.streams) queueMicrotask(() => life.run(handlers.onChanges));
  }

  /** Stops or starts the server's process. */
  setUp(up: boolean): void {
    this.up = up;
    if (up) return;
    for (const { life, handlers } of this.streams) queueMicrotask(() => life.run(handlers.onError));
    this.streams.clear();
  }

  private async request(life: Life, path: string, init: RequestInit): Promise<Answer> {
    const url = new URL(path);
    const headers = init.headers as Record<string, string>;
    const key = headers['idempotency-key'] ?? '';
    const person = headers['x-ops-person'] ?? '';
    const session = this.jar;
    // A request that is aborted before it is sent never leaves the process.
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
    const flying = this.flying.get(life) ?? new Set();
    this.flying.set(life, flying);
    const writes = this.issuedIn(url, init.body, key);
    for (const issued of writes) this.onIssue({ life, ...issued, again: flying.has(issued.key) });
    for (const issued of writes) flying.add(issued.key);
    const fate = this.up ? (this.fates.shift() ?? 'ok') : 'unreachable';
    const perform = () => this.perform(url, init.body as string | null, key, person, session);
    const aborted = new Promise<never>((_, reject) => {
      const cut = () => reject(new DOMException('aborted', 'AbortError'));
      init.signal?.addEventListener('abort', cut);
    });
    const answer = await Promise.race([this.travel(fate, perform), aborted]).finally(() => {
      for (const issued of writes) flying.delete(issued.key);
    });
    if (answer.cookie !== undefined) this.jar = answer.cookie;
    if (answer.status === 401) this.sentSignedOut = true;
    return answer;
  }

  private async travel(fate: Fate, perform: () => Promise<Answer>): Promise<Answer> {
    await Promise.resolve();
    // A server that has ended the session returns 401.
    if (fate === 'signedOut') {
      this.endSession();
      this.sentSignedOut = true;
    }
    const instead = insteadOf(fate);
    if (instead) return instead;
    switch (fate) {
      case 'unreachable':
        throw new TypeError('Failed to fetch');
      case 'lostAck':
        await perform();
        throw new TypeError('Failed to fetch');
      case 'hang':
        return new Promise(() => undefined);
      case 'lostHang':
        await perform();
        return new Promise(() => undefined);
      case 'late':
        // Delayed in transit until long after everyone has given up on it.
        this.clock.after(25_000, () => void perform().catch(() => undefined));
        return new Promise(() => undefined);
      case 'slow':
        await this.pause(2000);
        return perform().finally(() => this.pause(3000));
      case 'twice':
        await perform();
        return perform();
      case 'cutBody': {
        const whole = await perform();
        const body = (await whole.text()).slice(0, -2);
        return { ...whole, text: async () => body };
      }
      default:
        return perform();
    }
  }

  private pause(millis: number): Promise<void> {
    return new Promise(resolve => {
      this.clock.after(millis, () => resolve());
    });
  }

  private async perform(
    url: URL,
    body: string | null,
    key: string,
    person: string,
    session: Session | null,
  ): Promise<Answer> {
    if (!this.up) throw new TypeError('Failed to fetch');
    const path = url.pathname.replace(/^\/api/, '');
    if (path === '/login') {
      const userId = Number(/\d+/.exec((JSON.parse(body ?? '{}') as { email: string }).email)?.[0]);
      return { ...envelope(200, 0, '', this.info(userId)), cookie: { userId, alive: true } };
    }
    if (path === '/opa/logout') {
      if (session) session.alive = false;
      return { ...envelope(200, 0, ''), cookie: null };
    }
    const cookie = session?.alive ? session.userId : null;
    if (cookie === null || (person !== '' && Number(person) !== cookie))
      return envelope(401, 401, 'You are not logged in.');
    if (body === null) return this.read(url, path, cookie);
    if (path === '/v2/ops/writes') return this.together(body, person, session);
    if (path === '/v2/ops/preflight') return envelope(200, 0, '', this.preflight(body, cookie));
    const call = this.callAt(path);
    if (!call) return envelope(404, 404, 'API not found.');
    // A stored response is returned whatever the person's current permissions; anything new requires the permission.
    if (!this.may(cookie, call) && !this.model.replies.has(key))
      return envelope(403, 403, 'You are lack of permission.');
    this.onTaken(key, cookie);
    const outcome: Outcome = await this.model.call(call, JSON.parse(body) as never, {
      idempotencyKey: key,
    });
    this.announce();
    return onWire(outcome);
  }

  /** Several writes in one request, each executed as if it had been sent separately. */
  private async together(body: string, person: string, session: Session | null): Promise<Answer> {
    const { writes } = JSON.parse(body) as { writes: SentWrite[] };
    const items: WriteAnswer[] = [];
    for (const { call, key, input } of writes) {
      const path = this.writes.find(({ id }) => id === call)?.path ?? '/nothing';
      const url = new URL(`http://x/api${path}`);
      const { status, text } = await this.perform(url, JSON.stringify(input), key, person, session);
      items.push({ status, retryAfter: null, reply: JSON.parse(await text()) as unknown });
    }
    return envelope(200, 0, '', { items });
  }

  private preflight(body: string, cookie: number): { items: PreflightAnswer[] } {
    const { items } = JSON.parse(body) as { items: PreflightItem[] };
    return {
      items: items.map(({ id, call, key, version }) => {
        const definition = this.writes.find(known => known.id === call);
        const allowed = definition !== undefined && this.may(cookie, definition);
        const now = this.model.rows.get(key) ?? null;
        const row = allowed && now && now.version !== version ? { ...now } : null;
        return {
          taken: this.model.replies.get(id)?.outcome.kind === 'ok',
          allowed,
          version: allowed ? (now?.version ?? null) : null,
          row,
          gone: null,
        };
      }),
    };
  }

  /** The write requests contained in a request. */
  private issuedIn(url: URL, body: unknown, key: string): Omit<Issued, 'life' | 'again'>[] {
    const isVersioned = (text: string) => text.includes('"version":');
    const path = url.pathname.replace(/^\/api/, '');
    if (path === '/v2/ops/writes' && typeof body === 'string') {
      const { writes } = JSON.parse(body) as { writes: SentWrite[] };
      return writes.map(({ call, key: own, input }) => ({
        key: own,
        call,
        versioned: isVersioned(JSON.stringify(input)),
      }));
    }
    const call = this.callAt(path)?.id ?? path;
    return key ? [{ key, call, versioned: typeof body === 'string' && isVersioned(body) }] : [];
  }

  private read(url: URL, path: string, cookie: number): Answer {
    if (path === '/v2/ops/session') return envelope(200, 0, '', this.info(cookie));
    if (path === '/v2/ops/whitelist') return envelope(200, 0, '', { allowed: true });
    const data = this.reads?.(url);
    return data === undefined ? envelope(404, 404, 'API not found.') : envelope(200, 0, '', data);
  }
}

export type { Row };
