import { deltaPayload, takesDeltas } from '../../contract/channelConfigWire.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { fieldOf } from '../../contract/resource.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { OutboxEntry, Row } from '../types.ts';
import { cellsInput, isPartial } from './cells.ts';

/** Loaded only for sending, so that the tab's initial bundle does not contain the wire formats. */

/**
 * The input in its call's format: changes to a channel's settings are sent as deltas (CHC-40), a draft's fields as
 * cells.
 */
function formOf(entry: OutboxEntry): Row {
  const { callId, input, base } = entry;
  if (isPartial(entry)) return cellsInput(entry);
  return base && takesDeltas(callId) ? deltaPayload(base, { ...base, ...input }) : input;
}

/**
 * Requests cannot contain null (REQ-9), so an update clears a field with an empty string; a field that is missing keeps
 * its value.
 */
function withEmptyTexts({ collection }: OutboxEntry, input: Row, declared: Declarations): Row {
  const resource = declared.resourceOf(collection);
  if (!resource) return input;
  const isEmptied = (name: string): boolean => input[name] === null && mayBeEmpty(fieldOf(resource, name));
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isEmptied(name) ? '' : value]));
}

/**
 * When the version that the write is based on was written, in epoch seconds; undefined if the device does not have the
 * row of exactly that version. If an old copy of the server's data was put back, the version's number may exist again with
 * a colleague's values, so the number alone does not show that the row was changed (OB8).
 */
export function basedAt({ base, baseVersion }: OutboxEntry): number | undefined {
  const at = base?.['updatedAt'];
  return baseVersion !== null && base?.['version'] === baseVersion && typeof at === 'number' && at > 0 ? at : undefined;
}

/** The input of a call as sent, including the version on which the write is based (OB8). */
export const wireInput = (entry: OutboxEntry, declared: Declarations = DECLARATIONS): Row =>
  entry.effect === 'create' || entry.baseVersion === null
    ? entry.input
    : { ...withEmptyTexts(entry, formOf(entry), declared), version: entry.baseVersion };
