/** Milliseconds after which the work triggered by a click, e.g. showing search results, is done and painted. */
const ACTING = 200;

/**
 * Passes on the record of a click or key press once the work it triggered is painted, because the `ops` worker that
 * stores the record also fetches the rows. The record of a page being closed or hidden is passed on immediately, after
 * all delayed records.
 *
 * @param pass receives one record
 * @param isLast whether a record cannot be delayed
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
