import { deltaPayload, takesDeltas } from '../../contract/channelConfigWire.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** Only who sends needs this, so that the tab's first load has none of the forms on the wire. */

/** The input in the form of its call: what a group of a channel's settings changes travels as deltas (CHC-40). */
const formOf = ({ callId, input, base }: OutboxEntry): Row =>
  base && takesDeltas(callId) ? deltaPayload(base, { ...base, ...input }) : input;

/** Calls' input as it goes out: the version that the write was made from rides along (OB8). */
export const wireInput = (entry: OutboxEntry): Row =>
  entry.effect === 'create' || entry.baseVersion === null
    ? entry.input
    : { ...formOf(entry), version: entry.baseVersion };
