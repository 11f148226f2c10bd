import type { BrowserContext } from 'playwright';

/** The part of the protocol used to reach a worker through the browser's own session. */
interface Session {
  send: (method: string, params?: object) => Promise<unknown>;
  on: (event: string, listener: (message: { sessionId: string; message: string }) => void) => unknown;
}

interface Usage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

/** Memory in MiB that the named shared worker uses after a garbage collection, in objects, strings and typed arrays. */
export async function workerMegabytes(context: BrowserContext, name: string): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('This browser cannot be looked into.');
  const session = (await browser.newBrowserCDPSession()) as unknown as Session;
  const { targetInfos } = (await session.send('Target.getTargets', {
    filter: [{ type: 'shared_worker', exclude: false }],
  })) as { targetInfos: { targetId: string; type: string; title: string; url: string }[] };
  const target = targetInfos.find(({ type, title, url }) => type === 'shared_worker' && (title === name || url !== ''));
  if (!target) throw new Error(`There is no shared worker ${name}.`);
  const { sessionId } = (await session.send('Target.attachToTarget', {
    targetId: target.targetId,
    flatten: false,
  })) as { sessionId: string };
  const answers = new Map<number, (result: unknown) => void>();
  session.on('Target.receivedMessageFromTarget', event => {
    const { id, result } = JSON.parse(event.message) as { id: number; result: unknown };
    if (event.sessionId === sessionId) answers.get(id)?.(result);
  });
  let next = 0;
  const ask = async (method: string): Promise<unknown> => {
    next += 1;
    const id = next;
    const answer = new Promise(resolve => answers.set(id, resolve));
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params: {} }),
    });
    return answer;
  };
  await ask('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await ask('HeapProfiler.collectGarbage');
  const usage = (await ask('Runtime.getHeapUsage')) as Usage;
  // An attached worker outlives its last tab and keeps its locks, so the next measurement would have to wait for it.
  await session.send('Target.detachFromTarget', { sessionId });
  const bytes = usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
  return Math.round(bytes / 2 ** 20);
}
