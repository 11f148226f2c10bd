import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/serverProcess.ts';
import type { ElementId, Engine } from './engine.ts';

/** The key under which WebDriver returns an element's id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Timeout after which the browser is considered hung. */
const ANSWER_MOST = 60_000;
const START_MOST = 30_000;
const HOST = fileURLToPath(new URL('webkitHost.py', import.meta.url));

/** Stops a process that was started here, and waits until it has exited. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killed = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(killed);
}

/** Starts a virtual screen; resolves with its name. */
async function openScreen(executable: string): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(executable, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Xvfb did not start in time.')), START_MOST);
    let output = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      resolve(`:${output.trim()}`);
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`Xvfb ended with ${code}.`)));
  });
  return { child, display };
}

export interface WebkitPrograms {
  driver: string;
  screen: string;
}

/**
 * Starts WebKitGTK on its own virtual screen with a new profile.
 * @throws Error if one of its programs does not start
 */
export async function openWebkit({ driver, screen }: WebkitPrograms): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'ops-webkit-'));
  const x = await openScreen(screen);
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: x.display,
      // In a container, WebKit's sandbox lacks the permissions it needs, and there is no graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      GSK_RENDERER: 'cairo',
      LANG: 'en_GB.UTF-8',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));

  /** @throws Error with the driver's message */
  const send = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MOST),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path.replace(/^\/session\/[^/]+/, '')}: ${value.error}: ${value.message}`);
    return value;
  };

  const close = async (session?: string): Promise<void> => {
    if (session !== undefined) await send('DELETE', `/session/${session}`).catch(() => undefined);
    await end(child);
    await end(x.child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    for (const until = Date.now() + START_MOST; ; await pause(100)) {
      const ready = await send<{ ready: boolean }>('GET', '/status').catch(() => null);
      if (ready?.ready) break;
      if (Date.now() > until || child.exitCode !== null) throw new Error(`WebKitWebDriver did not start:\n${output}`);
    }
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [HOST, profile] },
        timeouts: { script: ANSWER_MOST, pageLoad: ANSWER_MOST, implicit: 0 },
        pageLoadStrategy: 'eager',
      },
    };
    const { sessionId, capabilities: has } = await send<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>('POST', '/session', { capabilities }).catch((fault: unknown) => {
      throw new Error(`${String(fault)}\n${output}`);
    });
    const at = `/session/${sessionId}`;
    const evaluate = <T>(source: string, args: readonly unknown[], after: string): Promise<T> => {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve((${source})(...JSON.parse(arguments[0]))).then(
          found => done({ found: ${after} }), fault => done({ fault: String(fault) }));`;
      return send<{ found?: T; fault?: string }>('POST', `${at}/execute/async`, {
        script,
        args: [JSON.stringify(args)],
      }).then(({ found, fault }) => {
        if (fault !== undefined) throw new Error(fault);
        return found as T;
      });
    };

    return {
      name: `WebKitGTK ${has.browserVersion}`,
      open: async url => void (await send('POST', `${at}/url`, { url })),
      reload: async () => void (await send('POST', `${at}/refresh`)),
      call: async <T>(source: string, args: readonly unknown[]) =>
        JSON.parse(await evaluate<string>(source, args, 'JSON.stringify(found ?? null)')) as T,
      element: async (source, args) => {
        const found = await evaluate<Record<string, string> | null>(source, args, 'found ?? null');
        return (found?.[ELEMENT] as ElementId | undefined) ?? null;
      },
      click: async element => void (await send('POST', `${at}/element/${element}/click`)),
      type: async (element, text) => void (await send('POST', `${at}/element/${element}/value`, { text })),
      choose: async (element, paths) =>
        void (await send('POST', `${at}/element/${element}/value`, { text: paths.join('\n') })),
      close: () => close(sessionId),
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}
