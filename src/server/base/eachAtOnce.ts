/** Each step of a file waits for its turn in a busy process, so several files are handled at once. */
const AT_ONCE = 8;

/** Does the same with each item, with a few at a time, and returns the results in the order of the items. */
export async function eachAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return done;
}
