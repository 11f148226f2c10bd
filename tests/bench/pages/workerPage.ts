/** The worker's page: passes the selected file to the worker and paints the first rows of a preview. */

interface Result {
  millis: number;
  value: unknown;
}

let worker: Worker | null = null;

function workerStep(step: string): Promise<Result> {
  worker ??= new Worker('/worker.js', { type: 'module' });
  const current = worker;
  const file = document.querySelector<HTMLInputElement>('input')?.files?.[0];
  return new Promise((resolve, reject) => {
    current.addEventListener(
      'message',
      (event: MessageEvent<Result & { error?: string }>) =>
        event.data.error ? reject(new Error(event.data.error)) : resolve(event.data),
      { once: true },
    );
    current.addEventListener('error', event => reject(new Error(event.message)), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    current.postMessage({ step, file });
  });
}

/** Time in milliseconds from requesting the comparison until its first rows have been painted. */
async function preview(): Promise<Result> {
  const started = performance.now();
  const { millis, value } = await workerStep('compare');
  const { first } = value as { first: { key: Record<string, string>; cells: unknown[] }[] };
  const table = document.createElement('table');
  for (const { key, cells } of first) {
    const row = table.insertRow();
    for (const text of [...Object.values(key), JSON.stringify(cells)]) row.insertCell().textContent = text;
  }
  document.body.append(table);
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return { millis: performance.now() - started, value: { worker: millis, counts: value } };
}

Object.assign(window, { workerStep, preview });
