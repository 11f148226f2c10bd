import { deltaPayload, takesDeltas } from '../../contract/channelConfigWire.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { fieldOf } from '../../contract/resource.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { OutboxEntry, Row } from '../types.ts';
import { cellsInput, isPartial } from './cells.ts';

/** Loaded only for sending, so that the tab's first load does not contain the wire formats. */

/**
 * The input in the form that its call uses: changes of a channel's settings are sent as deltas (CHC-40), a draft's
 * fields as cells.
 */
function formOf(entry: OutboxEntry): Row {
  const { callId, input, base } = entry;
  if (isPartial(entry)) return cellsInput(entry);
  return base && takesDeltas(callId) ? deltaPayload(base, { ...base, ...input }) : input;
}

/**
 * Requests cannot contain null (REQ-9), so an update clears a field with an empty string; a missing field keeps its
 * value.
 */
function withEmptyTexts({ collection }: OutboxEntry, input: Row, declared: Declarations): Row {
  const resource = declared.resourceOf(collection);
  if (!resource) return input;
  const isEmptied = (name: string): boolean => input[name] === null && mayBeEmpty(fieldOf(resource, name));
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isEmptied(name) ? '' : value]));
}

/** The input of calls as sent, including the version that the write is based on (OB8). */
export const wireInput = (entry: OutboxEntry, declared: Declarations = DECLARATIONS): Row =>
  entry.effect === 'create' || entry.baseVersion === null
    ? entry.input
    : { ...withEmptyTexts(entry, formOf(entry), declared), version: entry.baseVersion };
