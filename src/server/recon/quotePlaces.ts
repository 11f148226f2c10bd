import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { COUNTRIES, isCountry, type Country } from '../../domain/country.ts';
import { withPlaceLabels } from '../../domain/rates/quoteWords.ts';
import type { Queryable } from '../db/transaction.ts';
import type { QuoteLine } from './quotes.ts';

/** A location id; in a country with CEPs, eight digits are a CEP. */
const isLocation = (name: string, entity: Country): boolean =>
  /^[1-9]\d{0,14}$/.test(name) && !(hasCepRanges(entity) && name.length === 8);

/**
 * Returns stored quotes with the names of places, as the Quote page shows them: "Dago, Bandung, West Java". The stored
 * lines contain ids, so that renaming a place does not change the result of any comparison. A place that no longer
 * exists keeps its id.
 */
export async function withPlaceNames(
  db: Queryable,
  entity: Country,
  quotes: readonly (readonly QuoteLine[])[],
): Promise<QuoteLine[][]> {
  const ids = new Set<string>();
  const each = (label: (name: string) => string): QuoteLine[][] =>
    quotes.map(lines => lines.map(line => ({ ...line, words: withPlaceLabels(line.words, line.row, label) })));
  each(name => {
    if (isLocation(name, entity)) ids.add(name);
    return name;
  });
  const { rows } =
    ids.size === 0
      ? { rows: [] }
      : await db.query<{ id: string; name: string }>(
          `SELECT l.location_id::text AS id,
                  (SELECT string_agg(a.name, ', ' ORDER BY a.level DESC) FROM locations a
                    WHERE a.location_id IN (l.location_id, l.district_id, l.city_id, l.state_id)) AS name
             FROM locations l WHERE l.location_id = ANY ($1::int8[])`,
          [[...ids]],
        );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return each(name => (isCountry(name) ? COUNTRIES[name].name : (names.get(name) ?? name)));
}
