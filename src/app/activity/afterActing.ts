/** Milliseconds after which the work of a click, e.g. showing the rows of a search, is done and painted. */
const ACTING = 200;

/**
 * Passes on the record of a click or key once the work that it started is painted, because the `ops` worker that stores
 * the record also finds the rows. A record of the page ending or being hidden is passed on immediately, after all
 * waiting records.
 *
 * @param pass receives one record
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
