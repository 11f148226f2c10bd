import { fold } from '../../../src/domain/fold.ts';

/**
 * A channel's rows as sent to the peers: in columns, with the place names of each level as indexes into `names` (-1:
 * none).
 */
export interface PeerRows {
  names: string[];
  locationId: number[];
  type: number[];
  flags: number[];
  places: number[][];
}

/** A row as stored by the peers, with the text that their filter searches. */
export interface PeerRow {
  key: string;
  locationId: number;
  type: number;
  flags: number;
  state: string;
  city: string;
  district: string;
  street: string;
  streetFolded: string;
}

export function peerRows(rows: PeerRows): PeerRow[] {
  const nameAt = (level: number, i: number): string => rows.names[rows.places[level]?.[i] ?? -1] ?? '';
  return rows.locationId.map((locationId, i) => {
    const type = rows.type[i] ?? 0;
    const street = nameAt(3, i);
    return {
      key: `${locationId}/${type}`,
      locationId,
      type,
      flags: rows.flags[i] ?? 0,
      state: nameAt(0, i),
      city: nameAt(1, i),
      district: nameAt(2, i),
      street,
      streetFolded: fold(street),
    };
  });
}
