/**
 * SQL that folds a string like domain/fold, except for white space, which stored names contain only as single spaces. It
 * does not depend on the language of the database.
 */
export const foldSql = (text: string): string =>
  `CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text})
        ELSE lower(translate(normalize(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC),
                             'ĐđŁłØøı臺', 'ddlllooi台')) END`;

/**
 * SQL: whether a text contains what a person typed into a search box, ignoring case and accents. An empty search matches
 * every text.
 * @param text the text, as SQL
 * @param parameter the parameter, whose value the caller has folded with domain/fold
 */
export const containsFolded = (text: string, parameter: string): string =>
  `position(${parameter}::text in ${foldSql(`(${text})`)}) > 0`;
