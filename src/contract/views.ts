import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, lineText, listOf, paging, stamp, UUID_PROBLEM, version } from './common.ts';

/**
 * Saved views: a person's named settings of a list (filters, sort order, columns, density), private or shared with the
 * entity. They are not business data, so they are neither logged nor in the change feed, but they are written like all
 * other records.
 */

/** The maximum length of a view's name. */
export const VIEW_NAME_MOST = 60;

const id = z.string().check(z.regex(/^[0-9a-f-]{36}$/, UUID_PROBLEM));
const fields = {
  /** The id of the list to which the view belongs. */
  screen: z.string().check(z.minLength(1), z.maxLength(80)),
  /** The path of the list to which the view belongs. */
  path: z
    .string()
    .check(z.regex(/^(\/[\w-]{1,60}){1,8}$/, 'must be the path of a page, such as /carrier/serviceable/location')),
  name: lineText(VIEW_NAME_MOST, 1),
  /** Whether everyone in the entity can see the view. */
  shared: z.boolean(),
  /** Filters, sort order and page size, as in the URL. */
  query: z.string().check(z.maxLength(20_000)),
  /** Columns and density, in the format in which the list stores them. */
  looks: z.string().check(z.maxLength(8000)),
};

export const viewRow = z.object({
  id,
  ...fields,
  owner: z.string(),
  country,
  /** Whether the list opens with this view for the person who makes the call. */
  standard: z.boolean(),
  ...stamp,
});
export type ViewRow = z.output<typeof viewRow>;

const write = (kind: 'create' | 'update' | 'delete') => ({
  collection: 'views' as const,
  kind,
  key: (input: { id: string }) => input.id,
});

export const listViews = defineCall({
  id: 'views.list',
  method: 'GET',
  path: '/v2/ops/views',
  input: z.object({ ...paging }),
  output: listOf(viewRow),
  permission: 'signedIn',
  offline: 'cached',
  paging: 'offset',
  summary: "Returns the person's saved views of lists and those that others share in the entity",
});

export const addView = defineCall({
  id: 'views.add',
  method: 'POST',
  path: '/v2/ops/views/add',
  input: z.object({ id, ...fields }),
  output: viewRow,
  permission: 'signedIn',
  offline: 'outbox',
  write: {
    ...write('create'),
    fields: { id: true, screen: true, path: true, name: true, shared: true, query: true, looks: true },
  },
  summary: 'Saves a view of a list',
});

export const updateView = defineCall({
  id: 'views.update',
  method: 'POST',
  path: '/v2/ops/views/update',
  input: z.object({
    id,
    name: fields.name,
    shared: fields.shared,
    query: fields.query,
    looks: fields.looks,
    version: z.optional(version),
  }),
  output: viewRow,
  permission: 'signedIn',
  offline: 'outbox',
  write: { ...write('update'), fields: { id: true, name: true, shared: true, query: true, looks: true } },
  summary: 'Changes a saved view; only its owner or an administrator may do so',
});

export const setDefaultView = defineCall({
  id: 'views.default',
  method: 'POST',
  path: '/v2/ops/views/default',
  input: z.object({ id, standard: z.boolean() }),
  output: viewRow,
  permission: 'signedIn',
  offline: 'outbox',
  write: { ...write('update'), fields: { id: true, standard: true } },
  summary: 'Sets or removes the view that a list opens with for the person, on all their devices',
});

export const deleteView = defineCall({
  id: 'views.delete',
  method: 'POST',
  path: '/v2/ops/views/delete',
  input: z.object({ id, version: z.optional(version) }),
  output: z.null(),
  permission: 'signedIn',
  offline: 'outbox',
  write: write('delete'),
  summary: 'Deletes a saved view; only its owner or an administrator may do so',
});
