import { Dexie, type Table } from 'dexie';
import type { Country } from '../../domain/country.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import { pinsName } from '../storage/databaseNames.ts';

class PinsDb extends Dexie {
  declare pins: Table<{ entity: Country; channelId: number }, [Country, number]>;

  constructor(userId: number, owns: Owns) {
    super(pinsName(userId));
    this.version(1).stores({ pins: '[entity+channelId], entity' });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}

/**
 * The channels that a person keeps offline, stored separately from the mirror, which is expendable, unlike the person's
 * choice (MR5). Signing out removes it with the rest (SW1).
 */
export class Pins {
  private readonly db: PinsDb;

  constructor(userId: number, owns: Owns) {
    this.db = new PinsDb(userId, owns);
  }

  /** Channels of an entity. */
  async of(entity: Country): Promise<number[]> {
    return (await this.db.pins.where('entity').equals(entity).primaryKeys()).map(([, channelId]) => channelId);
  }

  async set(entity: Country, channelId: number, keep: boolean): Promise<void> {
    if (keep) await this.db.pins.put({ entity, channelId });
    else await this.db.pins.delete([entity, channelId]);
  }

  close(): void {
    this.db.close();
  }
}
