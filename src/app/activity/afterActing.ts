/** A click's own work, e.g. the rows of a search, is done and painted after this many milliseconds. */
const ACTING = 200;

/**
 * Passes on what was recorded of a click or key once the work that it began is painted: the `ops` worker that stores it is the one
 * that finds the rows. What ends a page, or hides it, is passed on at once, after all that waits.
 *
 * @param pass takes one record
 * @param isLast whether a record cannot wait
 */
export function afterActing<T>(
  pass: (record: T) => void,
  isLast: (record: T) => boolean,
): { record: (record: T) => void; flush: () => void } {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting;
    waiting = [];
    for (const record of records) pass(record);
  };
  return {
    record: record => {
      waiting.push(record);
      if (isLast(record)) flush();
      else timer ??= setTimeout(flush, ACTING);
    },
    flush,
  };
}
