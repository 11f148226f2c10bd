/** Time in milliseconds after which the work triggered by a click, e.g. showing search results, is done and painted. */
const ACTING = 200;

/**
 * Forwards the record of a click or key press once its effect has been painted, because the `ops` worker that stores
 * the record also fetches the rows. When the page is closed or hidden, that record is forwarded immediately, after all
 * delayed ones.
 *
 * @param pass receives one record
 * @param isLast whether a record must not be delayed
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
