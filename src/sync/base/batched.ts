/**
 * Batches items into fewer transactions: those added while `run` is in flight are passed to the next run. The first
 * item runs immediately; a failed run rejects all of its items.
 * @param run returns one result per item, in order
 */
export function batched<I, O>(run: (items: readonly I[]) => Promise<readonly O[]>): (item: I) => Promise<O> {
  let waiting: { item: I; resolve: (result: O) => void; reject: (error: unknown) => void }[] = [];
  let running = false;
  const next = async (): Promise<void> => {
    if (running) return;
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, at) => resolve(results[at] as O));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };
  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void next();
    });
}
