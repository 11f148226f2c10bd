import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { ElementId, Engine } from './engine.ts';

/** Timeout after which the browser is considered hung. */
const ANSWER_MOST = 60_000;
const START_MOST = 60_000;

/** Turns off Firefox's own requests to Mozilla. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  'extensions.update.enabled': false,
  // Otherwise, an invisible window would never get the focus.
  'focusmanager.testmode': true,
  'intl.locale.requested': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
} as const;

type Reply = { id: number | null; type: string; message?: string; error?: string; result: never };

/** WebDriver BiDi over its socket: commands and their responses. */
class Bidi {
  #last = 0;
  readonly #waiting = new Map<number, (reply: Reply) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', data => {
      const reply = JSON.parse(String(data)) as Reply;
      const answer = this.#waiting.get(reply.id ?? -1);
      this.#waiting.delete(reply.id ?? -1);
      answer?.(reply);
    });
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Bidi(socket);
  }

  /** @throws Error with the browser's message, or if it did not respond */
  send<T>(method: string, params: Record<string, unknown>): Promise<T> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`Firefox did not answer ${method} within ${ANSWER_MOST / 1000} s.`));
      }, ANSWER_MOST);
      this.#waiting.set(id, reply => {
        clearTimeout(timer);
        if (reply.type === 'success') resolve(reply.result);
        else reject(new Error(`${method}: ${reply.error}: ${reply.message}`));
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.socket.close();
  }
}

type Remote = { type: string; sharedId?: string; value?: unknown };
type Evaluated = { type: 'success'; result: Remote } | { type: 'exception'; exceptionDetails: { text: string } };

/**
 * Starts Firefox headless with a new profile.
 * @throws Error with its output if it does not start
 */
export async function openFirefox(executable: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'ops-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-remote',
      '--width',
      '1280',
      '--height',
      '900',
      '--remote-debugging-port',
      '0',
      '--profile',
      profile,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const gone = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Firefox did not start in time:\n${output}`)), START_MOST);
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output);
      if (found?.[1] === undefined) return;
      clearTimeout(timer);
      resolve(found[1]);
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`Firefox ended with ${code}:\n${output}`)));
  }).catch((fault: unknown) => {
    child.kill('SIGKILL');
    throw fault;
  });
  const bidi = await Bidi.connect(`${address}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  // The first tab leaves the focus in the address bar, and a page without focus assumes that the person is working
  // elsewhere.
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await bidi.send('browsingContext.activate', { context });
  const evaluate = async (functionDeclaration: string): Promise<Remote> => {
    const answer = await bidi.send<Evaluated>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  /** Arguments and results are transferred as JSON. */
  const declared = (source: string, args: readonly unknown[], after: string) =>
    `async () => { const found = await (${source})(...${JSON.stringify(args)}); return ${after}; }`;

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: async url => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'interactive' })),
    call: async <T>(source: string, args: readonly unknown[]) => {
      const { value } = await evaluate(declared(source, args, 'JSON.stringify(found ?? null)'));
      return JSON.parse(String(value)) as T;
    },
    element: async (source, args) =>
      ((await evaluate(declared(source, args, 'found'))).sharedId as ElementId | undefined) ?? null,
    click: async sharedId => {
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await bidi.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'pointer', actions }] });
    },
    type: async (_, text) => {
      const actions = [...text].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    choose: async (sharedId, files) =>
      void (await bidi.send('input.setFiles', { context, element: { sharedId }, files: [...files] })),
    close: async () => {
      await bidi.send('browser.close', {}).catch(() => undefined);
      bidi.close();
      const killed = setTimeout(() => child.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(killed);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
