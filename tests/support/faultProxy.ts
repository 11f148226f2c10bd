import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ServedFile } from './lightTab.ts';
import type { Network } from './relay.ts';

/** Faults between the browser and the server. */
export type Fault =
  /** The server receives the request and processes it, but the response never arrives (OB3). */
  | { kind: 'loseReply' }
  /** The connection breaks before the request reaches the server. */
  | { kind: 'reset' }
  /** An intermediary responds: a captive portal, a gateway, a rate limit. The server receives nothing. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string }
  /** The request reaches the server only after this delay, even if the browser has given up meanwhile. */
  | { kind: 'stall'; millis: number }
  /** The connection stays open without a response, whether or not the server has received the request. */
  | { kind: 'halfOpen'; reaches: boolean };

/** A request as seen by the proxy. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The fault applied to the request, if any. */
  fault: Fault['kind'] | null;
  /** Time at which the request began, in epoch milliseconds. */
  at: number;
  /**
   * Time at which the request ended from the browser's point of view, whether or not it was answered; null while it is
   * in progress.
   */
  until: number | null;
  /** The request body, once it has been received. */
  body: string;
}

interface Rule {
  matches: (method: string, path: string) => boolean;
  fault: Fault;
  left: number;
}

/** Selects the fault for a request; null for none. */
type Choose = (method: string, path: string, headers: IncomingHttpHeaders) => Fault | null;

/** A captive portal's sign-in page: HTML with status 200 for every request (OB7). */
export const CAPTIVE_PORTAL: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>Welcome to Airport Wi-Fi</h1><form action="/pay"></form></body></html>',
};

/**
 * A plain HTTP proxy in front of the server that can inject given faults into matching requests a given number of
 * times.
 */
export class FaultProxy implements Network {
  #server: Server | null = null;
  #rules: Rule[] = [];
  #choose: Choose = () => null;
  /** Files that the proxy serves itself, by path. */
  readonly files = new Map<string, ServedFile>();
  readonly #sockets = new Set<Socket>();
  readonly asked: Asked[] = [];

  constructor(
    readonly port: number,
    readonly target: number,
  ) {}

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts listening; has no effect if it is already listening. */
  async online(): Promise<void> {
    if (this.#server) return;
    const server = createServer((incoming, outgoing) => {
      const method = incoming.method ?? 'GET';
      const path = incoming.url ?? '';
      const file = this.files.get(path);
      if (file) {
        outgoing.writeHead(200, { 'content-type': file.type, 'cache-control': 'max-age=3600' }).end(file.body);
        return;
      }
      const { headers } = incoming;
      const fault = this.#faultFor(method, path, headers);
      const asked: Asked = { method, path, headers, fault: fault?.kind ?? null, at: Date.now(), until: null, body: '' };
      this.asked.push(asked);
      outgoing.once('close', () => (asked.until = Date.now()));
      if (fault?.kind === 'reset') {
        incoming.socket.resetAndDestroy();
        return;
      }
      if (fault?.kind === 'answer') {
        incoming.resume();
        outgoing.writeHead(fault.status, fault.headers).end(fault.body);
        return;
      }
      const keepsOn = fault?.kind === 'loseReply' || fault?.kind === 'stall' || fault?.kind === 'halfOpen';
      const forward = () => {
        const onward = request({ host: 'localhost', port: this.target, method, path, headers }, answer => {
          if (fault?.kind === 'loseReply') {
            answer.resume();
            answer.once('end', () => incoming.socket.resetAndDestroy());
            return;
          }
          if (fault?.kind === 'halfOpen') {
            answer.resume();
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          answer.once('error', () => outgoing.destroy());
        });
        onward.on('error', () => outgoing.destroy());
        // A request that its fault lets through is completed by the server even if the browser has given up.
        outgoing.on('close', () => !keepsOn && onward.destroy());
        onward.end(Buffer.concat(body));
      };
      // The body is read completely before it is forwarded, so that a browser that gives up meanwhile does not cancel
      // the request.
      const body: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => body.push(chunk));
      incoming.once('end', () => {
        asked.body = Buffer.concat(body).toString();
        if (fault?.kind === 'stall') setTimeout(forward, fault.millis);
        else if (fault?.kind !== 'halfOpen' || fault.reaches) forward();
      });
    }).listen(this.port);
    server.on('connection', socket => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    await once(server, 'listening');
    this.#server = server;
  }

  /**
   * Number of requests in progress whose path starts with the given text; an event stream counts for as long as it is
   * open.
   */
  open(path: string): number {
    return this.asked.filter(one => one.until === null && one.path.startsWith(path)).length;
  }

  /** The finished requests whose path starts with the given text. */
  answered(path: string): Asked[] {
    return this.asked.filter(one => one.until !== null && one.path.startsWith(path));
  }

  /**
   * From now on, the first `times` matching requests get a fault (all of them if omitted); the first matching rule
   * applies.
   */
  fail(matches: Rule['matches'], fault: Fault, times = Infinity): void {
    this.#rules.push({ matches, fault, left: times });
  }

  /** From now on, this function selects the fault for requests that match no rule. */
  choose(choose: Choose): void {
    this.#choose = choose;
  }

  /** From now on, all requests are passed through. */
  heal(): void {
    this.#rules = [];
    this.#choose = () => null;
  }

  /** Closes the listener and all open connections; rules and recorded requests are kept. */
  async offline(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #faultFor(method: string, path: string, headers: IncomingHttpHeaders): Fault | null {
    const rule = this.#rules.find(candidate => candidate.left > 0 && candidate.matches(method, path));
    if (!rule) return this.#choose(method, path, headers);
    rule.left -= 1;
    return rule.fault;
  }
}

/** Whether a request writes a serviceable location. */
export const isWrite = (method: string, path: string): boolean =>
  method === 'POST' && path.startsWith('/api/channelLocationService/');

/** Whether a request is an API call. */
export const isApi = (_method: string, path: string): boolean => path.startsWith('/api/');
