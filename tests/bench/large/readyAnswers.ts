import type { Page } from 'playwright';

/**
 * The floor of a page's requests to its `ops` worker: the same page, code and painting, but with recorded responses.
 * While `record` is on, the responses to `list` and `suggest` are recorded. While `worker` is on, each request is
 * replaced by a trivial one to the worker, after whose response the page receives a fresh copy of the recorded
 * response: two hops, but no lookup. While `page` is on, the worker is not involved at all.
 */
export type AnswersFrom = 'off' | 'record' | 'worker' | 'page';

/**
 * Runs in the page before the page's own scripts. Uses Comlink's messages: an id, APPLY with a path and arguments, and
 * a response with the same id.
 */
const SCRIPT = `
window.benchReady = { from: 'off', answers: new Map(), used: 0, missing: [] };
{
  const send = MessagePort.prototype.postMessage;
  const onReply = (port, id, then) => {
    const listen = event => {
      if (event.data?.id !== id) return;
      port.removeEventListener('message', listen);
      then(event.data);
    };
    port.addEventListener('message', listen);
  };
  MessagePort.prototype.postMessage = function (message, ...rest) {
    const asked = message?.type === 'APPLY' && ['list', 'suggest'].includes(message.path?.[0]);
    if (!asked || benchReady.from === 'off') return send.call(this, message, ...rest);
    const key = JSON.stringify([message.path, message.argumentList.map(({ value }) => value)]);
    if (benchReady.from === 'record') {
      onReply(this, message.id, ({ value }) => benchReady.answers.set(key, structuredClone(value)));
      return send.call(this, message, ...rest);
    }
    if (!benchReady.answers.has(key)) {
      benchReady.missing.push(key);
      return send.call(this, message, ...rest);
    }
    benchReady.used += 1;
    const answer = () => {
      const data = { id: message.id, type: 'RAW', value: structuredClone(benchReady.answers.get(key)) };
      this.dispatchEvent(new MessageEvent('message', { data }));
    };
    if (benchReady.from === 'page') return queueMicrotask(answer);
    const id = 'ready' + message.id;
    onReply(this, id, answer);
    send.call(this, { id, type: 'GET', path: ['nothing'] });
  };
}`;

/** Prepares a page; takes effect on its next navigation. */
export const prepareReadyAnswers = (page: Page): Promise<unknown> => page.addInitScript(SCRIPT);

/**
 * Runs `work` with the recorded responses.
 *
 * @throws Error if no request was answered from the recording, or if some could not be
 */
export async function withAnswers<T>(page: Page, from: AnswersFrom, work: () => Promise<T>): Promise<T> {
  await page.evaluate(`Object.assign(benchReady, { from: '${from}', used: 0, missing: [] })`);
  const result = await work();
  const { used, missing } = await page.evaluate<{ used: number; missing: string[] }>(
    `(() => { benchReady.from = 'off'; const { used, missing } = benchReady; return { used, missing }; })()`,
  );
  if (from !== 'worker' && from !== 'page') return result;
  if (used === 0 || missing.length > 0) {
    throw new Error(`${used} answers were ready, ${missing.length} were not: ${missing.slice(0, 2).join(' ')}`);
  }
  return result;
}
