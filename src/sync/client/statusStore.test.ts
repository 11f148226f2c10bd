import { afterEach, expect, it } from 'vitest';
import { pageAnswer, tabs } from '../testing/tabs.ts';
import { createOf, rowOf } from '../testing/writes.ts';

/** The header pill's text about the queue. */

const openTab = tabs(88_000, afterEach);

it('a stored write counts as pending immediately, before the queue is recounted', async () => {
  const { client } = openTab({ answers: () => pageAnswer([]) });
  expect(client.status.getSnapshot().waiting).toBe(0);
  await client.enqueue(createOf(rowOf(7)));
  expect(client.status.getSnapshot().waiting).toBe(1);
});
