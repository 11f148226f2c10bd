import { addView, deleteView, setDefaultView, updateView, type ViewRow } from '../../contract/views.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { NEVER_STORED } from '../outbox/entry.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** Writes for saved views. Each resolves once it is durable (OB1), long before it is sent. */

export type NewView = Pick<ViewRow, 'screen' | 'path' | 'name' | 'shared' | 'query' | 'looks'>;
export type ViewChanges = Partial<Pick<ViewRow, 'name' | 'shared' | 'query' | 'looks'>>;

/** Saves a view. @param owner e-mail address of the person, shown in the list until the server responds */
export function saveView(client: SyncClient, entity: Country, owner: string, view: NewView): Promise<OutboxEntry> {
  const id = client.env.uuid();
  const input: Row = { id, ...view };
  return client.enqueue({
    entity,
    collection: 'views',
    recordKey: id,
    callId: addView.id,
    effect: 'create',
    input,
    changes: {},
    base: null,
    baseVersion: null,
    optimistic: {
      ...input,
      owner,
      country: entity,
      standard: false,
      version: NEVER_STORED,
      updatedBy: '',
      updatedAt: 0,
    },
    title: `Save view "${view.name}"`,
  });
}

/** Changes a view. Returns null, without writing anything, if the view already has these values. */
export async function changeView(
  client: SyncClient,
  entity: Country,
  view: ViewRow,
  wanted: ViewChanges,
): Promise<OutboxEntry | null> {
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => view[field as keyof ViewChanges] !== value),
  );
  if (Object.keys(changes).length === 0) return null;
  const { id, name, shared, query, looks } = { ...view, ...changes };
  return client.enqueue({
    entity,
    collection: 'views',
    recordKey: id,
    callId: updateView.id,
    effect: 'update',
    input: { id, name, shared, query, looks },
    changes,
    base: { ...view },
    baseVersion: view.version,
    optimistic: { ...view, ...changes },
    title: `Change view "${view.name}"`,
  });
}

/**
 * Sets or clears the person's default view of a list.
 * @param former the list's current default view, which stops being the default
 */
export async function chooseDefault(
  client: SyncClient,
  entity: Country,
  view: ViewRow,
  standard: boolean,
  former?: ViewRow,
): Promise<void> {
  const set = (of: ViewRow, value: boolean) =>
    client.enqueue({
      entity,
      collection: 'views',
      recordKey: of.id,
      callId: setDefaultView.id,
      effect: 'update',
      input: { id: of.id, standard: value },
      changes: { standard: value },
      base: { ...of },
      baseVersion: of.version,
      optimistic: { ...of, standard: value },
      title: value ? `Open the list with view "${of.name}"` : `Open the list without view "${of.name}"`,
    });
  if (view.standard !== standard) await set(view, standard);
  if (standard && former && former.id !== view.id) await set(former, false);
}

export const removeView = (client: SyncClient, entity: Country, view: ViewRow): Promise<OutboxEntry> =>
  client.enqueue({
    entity,
    collection: 'views',
    recordKey: view.id,
    callId: deleteView.id,
    effect: 'delete',
    input: { id: view.id },
    changes: {},
    base: { ...view },
    baseVersion: view.version,
    optimistic: null,
    title: `Delete view "${view.name}"`,
  });
