import { quickColumns } from '../../../contract/auditQuick.ts';
import { digitsOf, quickWords } from '../../../domain/quickFind.ts';
import { escapeLike } from '../../resources/placeResolver.ts';

/**
 * Folds a string like domain/fold, except for white space, which words do not contain. Does not depend on the
 * database's language.
 */
const foldSql = (text: string): string =>
  `CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text})
        ELSE lower(translate(normalize(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC),
                             'ĐđŁłØøı臺', 'ddlllooi台')) END`;

/** SQL: fields of the record before and after the write. */
const bothSql = (names: readonly string[], parameter: (value: unknown) => string): string[] =>
  names.flatMap(name => ['before', 'after'].map(side => `${side} ->> ${parameter(name)}::text`));

/**
 * Converts quick search words to conditions on `audit_logs` entries, with the same result as contract/auditQuick. No
 * index can help.
 * @param entity the country, as SQL
 */
export function quickParts(
  feature: string,
  quick: string,
  entity: string,
  parameter: (value: unknown) => string,
): string[] {
  const { ids, names } = quickColumns(feature);
  const texts = foldSql(`n.names`);
  return quickWords(quick).map(word => {
    const [part, begin] = [parameter(`%${escapeLike(word)}%`), parameter(`${escapeLike(word)}%`)];
    // Created only if needed, since PostgreSQL rejects unused parameters.
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
