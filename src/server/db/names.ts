/** Database names derived from declarations, in lower case with underscores. */

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Fields whose column names are exceptions to the rule. */
const SPELLED: Readonly<Record<string, string>> = { canCOD: 'can_cod', canCODPickup: 'can_cod_pickup' };

/** Returns the name of a field's column. */
export const columnName = (field: string): string => SPELLED[field] ?? snakeCase(field);

/** Returns the name of a collection's table. */
export const tableName = (collection: string): string => snakeCase(collection);

/** Returns a quoted SQL identifier; some fields, such as `from` and `to`, are SQL keywords. */
export const quoted = (name: string): string => `"${name}"`;

/** Returns a field's column as a quoted SQL identifier. */
export const columnSql = (field: string): string => quoted(columnName(field));
