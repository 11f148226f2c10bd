import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';

/** Ids of the elements into which rows are rendered, by row key. */
export type Slots = ReadonlyMap<string, number>;

/**
 * Assigns a slot to every row: an existing row keeps its slot, and a new row takes over the slot of a row that is gone,
 * so that another page only changes text instead of creating elements.
 *
 * @param reuse false: new rows get new slots, e.g. because the keyboard focus is in the table and would otherwise end
 * up on a different record
 */
export function assignSlots(before: Slots, keys: readonly string[], reuse: boolean): Slots {
  const next = new Map<string, number>();
  const taken = new Set<number>();
  for (const key of keys) {
    const slot = before.get(key);
    if (slot === undefined) continue;
    next.set(key, slot);
    taken.add(slot);
  }
  const free = reuse ? [...before.values()].filter(slot => !taken.has(slot)) : [];
  let fresh = Math.max(-1, ...before.values()) + 1;
  for (const key of keys) if (!next.has(key)) next.set(key, free.shift() ?? fresh++);
  return next;
}

/**
 * The slots of the rendered rows. Slots are reused only when the query changes, and never while the focus is in `body`:
 * within one query, a dialog or the keyboard may return to a row's button, which must still belong to the same record.
 */
export function useRowSlots(
  rows: readonly { key: string }[],
  question: string,
  body: RefObject<HTMLElement | null>,
): Slots {
  const [drawn] = useState<{ slots: Slots; question: string }>(() => ({ slots: new Map(), question }));
  const next = useMemo(() => {
    const reuse = question !== drawn.question && !body.current?.contains(document.activeElement);
    const keys = rows.map(({ key }) => key);
    return { slots: assignSlots(drawn.slots, keys, reuse), question };
    // oxlint-disable-next-line react/exhaustive-deps -- until other rows come, those of the question before are shown
  }, [drawn, rows, body]);
  useLayoutEffect(() => {
    Object.assign(drawn, next);
  }, [drawn, next]);
  return next.slots;
}
