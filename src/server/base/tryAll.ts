/**
 * Does the work for each item in turn, also after it failed for another one.
 * @throws the first error, once all items have been tried
 */
export async function tryAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => void errors.push(error));
  if (errors.length > 0) throw errors[0];
}
