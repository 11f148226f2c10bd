import { useEffect, useState } from 'react';
import { useUi } from '../../ui/UiContext.ts';
import { useAsked } from './useAsked.ts';

/** Says that the address of a form does not open it, because the person may not use it. */
export const deniedText = (title: string, verb: 'change' | 'add to'): string =>
  `${title}: no form was opened, because you can view this list but not ${verb} it. Ask an administrator for permission to change it.`;

/** Says that the address names a record that is not in the list. */
export const missingText = (title: string, id: string): string =>
  `${title}: the address names ${id}, which is not among the records shown here. Check the id, or filter the list and open the record from its row.`;

interface AskedFormOptions<R> {
  /** Name of the list, for the notices. */
  title: string;
  mayChange: boolean;
  /** The records of the list; null while they are loading. */
  rows: readonly R[] | null;
  idOf: (row: R) => string | number;
}

/**
 * Which form of a list that is not a list screen is open, and a function that opens another one or, with null, closes
 * it. The address opens the first one: of a new record or of an existing one.
 */
export function useAskedForm<R>({ title, mayChange, rows, idOf }: AskedFormOptions<R>) {
  const { notify } = useUi();
  const { creates, opens } = useAsked();
  const [form, setForm] = useState<R | 'new' | null>(creates && mayChange ? 'new' : null);
  const id = opens?.action === 'edit' ? opens.id : null;
  const isDenied = !mayChange && (creates || id !== null);
  const [isAnswered, setAnswered] = useState(isDenied || id === null);
  useEffect(() => {
    if (isDenied) notify.warning(deniedText(title, creates ? 'add to' : 'change'));
    // Only once, for the address with which the page was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (isAnswered || rows === null || id === null) return;
    setAnswered(true);
    const row = rows.find(one => String(idOf(one)) === id);
    if (row) setForm(row);
    else notify.warning(missingText(title, id));
  }, [isAnswered, rows, id, idOf, title, notify]);
  return [form, setForm] as const;
}
