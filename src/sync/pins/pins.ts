import { Dexie, type Table } from 'dexie';
import { readOwnerKey, type OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import { pinsName } from '../storage/databaseNames.ts';

interface Pin {
  entity: Country;
  owner: OwnerKey;
}

class PinsDb extends Dexie {
  declare owners: Table<Pin, [Country, OwnerKey]>;

  constructor(userId: number, owns: Owns) {
    super(pinsName(userId));
    this.version(1).stores({ pins: '[entity+channelId], entity' });
    // Until version 2, a 3PL was stored as its negated id in the field for channels.
    this.version(2)
      .stores({ owners: '[entity+owner], entity' })
      .upgrade(async change => {
        const pins: { entity: Country; channelId: number }[] = await change.table('pins').toArray();
        await change.table<Pin>('owners').bulkPut(
          pins.flatMap(({ entity, channelId }) => {
            const owner = readOwnerKey(channelId);
            return owner === null ? [] : [{ entity, owner }];
          }),
        );
      });
    this.version(3).stores({ pins: null });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}

/**
 * The channels and 3PLs that a person keeps offline, stored separately from the mirror, because the mirror is
 * expendable while the person's choice is not (MR5). Signing out removes this database with the rest (SW1).
 */
export class Pins {
  private readonly db: PinsDb;

  constructor(userId: number, owns: Owns) {
    this.db = new PinsDb(userId, owns);
  }

  /** An entity's pinned channels and 3PLs. */
  async of(entity: Country): Promise<OwnerKey[]> {
    return (await this.db.owners.where('entity').equals(entity).primaryKeys()).map(([, owner]) => owner);
  }

  async set(entity: Country, owner: OwnerKey, keep: boolean): Promise<void> {
    if (keep) await this.db.owners.put({ entity, owner });
    else await this.db.owners.delete([entity, owner]);
  }

  close(): void {
    this.db.close();
  }
}
