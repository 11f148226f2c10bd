import { ownerIn, OWNERS } from '../../contract/owner.ts';
import type { channelRoute } from '../../contract/resources/channelRoute.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Extras, Input } from './extras.ts';
import { areaByNames } from './references.ts';

/**
 * Route limits of channels and 3PLs. A new route limit specifies each end by id or by place names
 * (contract/channelRoute).
 */
export const routeExtras: Extras<typeof channelRoute> = { before: endsById };

async function endsById(db: Queryable, entity: Country, input: Input): Promise<Input> {
  const endOf = async (side: 'from' | 'to'): Promise<number> => {
    const id = input[`${side}LocationId`];
    if (id !== undefined) return Number(id);
    const name = (level: string) => input[`${side}${level}`] as string | undefined;
    return areaByNames(db, entity, side, { state: name('State'), city: name('City'), district: name('District') });
  };
  const { applicableType } = input;
  const owner = ownerIn(input);
  const owned = owner === null ? {} : { [OWNERS[owner.kind].field]: owner.id };
  return { ...owned, applicableType, fromLocationId: await endOf('from'), toLocationId: await endOf('to') };
}
