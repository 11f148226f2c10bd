/** Database names of what declarations contain: lower case with underscores. */

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Fields whose columns do not follow the rule. */
const SPELLED: Readonly<Record<string, string>> = { canCOD: 'can_cod', canCODPickup: 'can_cod_pickup' };

/** The name of a field's column. */
export const columnName = (field: string): string => SPELLED[field] ?? snakeCase(field);

/** The name of a collection's table. */
export const tableName = (collection: string): string => snakeCase(collection);

/** A quoted SQL name; some fields, such as `from` and `to`, are SQL keywords. */
export const quoted = (name: string): string => `"${name}"`;

/** A field's column as a quoted SQL name. */
export const columnSql = (field: string): string => quoted(columnName(field));
