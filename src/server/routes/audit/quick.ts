import type { quickColumns } from '../../../contract/auditQuick.ts';
import { digitsOf, quickWords } from '../../../domain/quickFind.ts';
import { foldSql } from '../../db/foldSql.ts';
import { escapeLike } from '../../resources/placeResolver.ts';

/** SQL: the fields of the record, both before and after the write. */
const bothSql = (names: readonly string[], parameter: (value: unknown) => string): string[] =>
  names.flatMap(name => ['before', 'after'].map(side => `${side} ->> ${parameter(name)}::text`));

/**
 * Converts the words of a quick search to conditions on `audit_logs` entries, with the same result as
 * contract/auditQuick. No index can be used.
 * @param entity the country, as SQL
 */
export function quickParts(
  { ids, names }: ReturnType<typeof quickColumns>,
  quick: string,
  entity: string,
  parameter: (value: unknown) => string,
): string[] {
  const texts = foldSql(`n.names`);
  return quickWords(quick).map(word => {
    const [part, begin] = [parameter(`%${escapeLike(word)}%`), parameter(`${escapeLike(word)}%`)];
    // Parameters are created only if they are needed, because PostgreSQL rejects unused ones.
    const numbers = () => ['channel_id::text', 'tpl_id::text', ...bothSql(ids, parameter)];
    const any = [
      `email LIKE ${part}`,
      `lower(subject) LIKE ${begin}`,
      ...(digitsOf(word) === null ? [] : numbers().map(number => `${number} LIKE ${begin}`)),
      `(SELECT ${texts} FROM (SELECT concat_ws(' ', ${bothSql(names, parameter).join(', ')}) AS names) n) LIKE ${part}`,
      `import_id IN (SELECT i.id FROM imports i, jsonb_array_elements(i.files) f, LATERAL (SELECT f ->> 'name' AS names) n
                      WHERE i.entity = ${entity} AND ${texts} LIKE ${part})`,
    ];
    return `(${any.join(' OR ')})`;
  });
}
