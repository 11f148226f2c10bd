/**
 * Gathers what is asked while a run is under way into the next run, so that many small transactions become few. The first
 * one runs at once; a run that fails fails for all that it was made for.
 *
 * @param run answers one result for each item, in their order
 */
export function gather<I, O>(run: (items: readonly I[]) => Promise<readonly O[]>): (item: I) => Promise<O> {
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
