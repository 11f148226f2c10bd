/**
 * Writes items one after the other, each while the next one is being made: what makes them and the database work at the same time. At most
 * one write is under way, and none is left when this ends, with or without an error.
 * @throws what making or writing throws; nothing is made or written after that
 */
export async function oneBehind<T>(items: AsyncIterable<T>, write: (item: T) => Promise<void>): Promise<void> {
  let writing = Promise.resolve();
  try {
    for await (const item of items) {
      await writing;
      writing = write(item);
      // The next caller that awaits it sees the error; until then it must not count as unhandled.
      writing.catch(() => undefined);
    }
  } catch (error) {
    await writing.catch(() => undefined);
    throw error;
  }
  await writing;
}
