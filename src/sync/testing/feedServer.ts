import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { ChannelRow } from '../../contract/channels.ts';
import type { Change, SegmentColumns } from '../../contract/feed.ts';
import type { LocationRow } from '../../contract/locations.ts';
import type { CallOptions, Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

const SEGMENT_ROWS = 3;

export const channelOf = (channelId: number, part: Partial<ChannelRow> = {}): ChannelRow => ({
  channelId,
  name: `Channel ${channelId}`,
  display_name: '',
  country: 'ID',
  from_country: 'ID',
  type: 10008,
  flag: [0, 0],
  status: 0,
  priority: 0,
  serviceable_area_type: 0,
  extra_limit_type: 0,
  zone_level: 0,
  demo: true,
  version: 1,
  ...part,
});

export const placeOf = (locationId: number, part: Partial<LocationRow> = {}): LocationRow => ({
  locationId,
  name: `Place ${locationId}`,
  parentId: 0,
  country: 'ID',
  level: 0,
  postcode: '',
  version: 1,
  ...part,
});

/** The read side of a server for one entity: channels, locations in segments, and an ordered change feed. */
export class FeedServer {
  readonly channels = new Map<string, ChannelRow>();
  readonly locations = new Map<string, LocationRow>();
  readonly feed: Change[] = [];
  /** The first position that the feed still contains. */
  horizon = 0;
  batch = 2;
  readonly asked: string[] = [];
  /** Called first; if it returns a response, that replaces the server's. */
  intercept: ((callId: string, input: Record<string, unknown>) => Promise<Outcome | null> | Outcome | null) | null =
    null;

  put(collection: 'channels', row: ChannelRow): void;
  put(collection: 'locations', row: LocationRow): void;
  put(collection: 'channels' | 'locations', row: ChannelRow | LocationRow): void {
    const key = String('channelId' in row ? row.channelId : row.locationId);
    const cached = collection === 'channels' ? this.channels : this.locations;
    (cached as Map<string, ChannelRow | LocationRow>).set(key, row);
    this.feed.push({ collection, key, version: row.version, row: { ...row } });
  }

  remove(collection: 'channels' | 'locations', key: string): void {
    const cached = (collection === 'channels' ? this.channels : this.locations) as Map<string, { version: number }>;
    const before = cached.get(key);
    if (!before) return;
    cached.delete(key);
    this.feed.push({ collection, key, version: before.version + 1, row: null });
  }

  readonly call: Transport['call'] = async <I extends z.ZodMiniType, O extends z.ZodMiniType>(
    definition: CallDefinition<I, O>,
    input: z.input<I>,
    _options?: CallOptions,
  ) => {
    await Promise.resolve();
    const values = input as Record<string, unknown>;
    this.asked.push(definition.id === 'feed.segment' ? `${definition.id}:${String(values['id'])}` : definition.id);
    const outcome = (await this.intercept?.(definition.id, values)) ?? {
      kind: 'ok' as const,
      data: this.answer(definition.id, values),
    };
    return outcome as Outcome<z.output<O>>;
  };

  private answer(callId: string, input: Record<string, unknown>): unknown {
    if (callId === 'threePls.list') return { list: [] };
    if (callId === 'channels.list') {
      const list = [...this.channels.values()];
      return { list, page: 1, count: 1000, total: list.length };
    }
    if (callId === 'feed.segments') {
      const segments = this.segments();
      return {
        cursor: String(this.feed.length),
        total: this.locations.size,
        segments: [...segments.keys()].map(id => ({ id, rows: 0, bytes: 0 })),
      };
    }
    if (callId === 'feed.sets') {
      const sets = String(input['collections']).split(',');
      return {
        cursor: String(this.feed.length),
        sets: sets.map(collection => ({ collection, rows: 0, id: '' })),
        large: [],
      };
    }
    if (callId === 'feed.segment') {
      return { collection: 'locations', entity: 'ID', columns: this.segments().get(String(input['id'])) ?? {} };
    }
    const since = Number(input['since']);
    if (since < this.horizon) return { changes: [], cursor: String(this.feed.length), more: false, reset: true };
    const changes = this.feed.slice(since, since + this.batch);
    const cursor = since + changes.length;
    return { changes: structuredClone(changes), cursor: String(cursor), more: cursor < this.feed.length, reset: false };
  }

  private segments(): Map<string, SegmentColumns> {
    const rows = [...this.locations.values()].sort((a, b) => a.locationId - b.locationId);
    const segments = new Map<string, SegmentColumns>();
    for (let at = 0; at < rows.length; at += SEGMENT_ROWS) {
      const part = rows.slice(at, at + SEGMENT_ROWS);
      const columns = Object.fromEntries(
        ['locationId', 'name', 'parentId', 'level', 'postcode', 'version'].map(name => [
          name,
          part.map(row => row[name as keyof LocationRow] as string | number),
        ]),
      );
      segments.set(JSON.stringify(columns), columns);
    }
    return segments;
  }
}
