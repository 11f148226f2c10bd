/**
 * Writes items one at a time while the next item is being produced, so that the producer and the database work in
 * parallel. At most one write is in progress at any time, and none when this function returns or throws.
 * @throws any error thrown while producing or writing an item; nothing is produced or written afterward
 */
export async function oneBehind<T>(items: AsyncIterable<T>, write: (item: T) => Promise<void>): Promise<void> {
  let writing = Promise.resolve();
  try {
    for await (const item of items) {
      await writing;
      writing = write(item);
      // The next await throws the error; until then, it must not count as unhandled.
      writing.catch(() => undefined);
    }
  } catch (error) {
    await writing.catch(() => undefined);
    throw error;
  }
  await writing;
}
