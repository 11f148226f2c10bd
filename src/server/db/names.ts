/** Names of a declaration in the database: lower case with underscores. */

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Fields whose columns have special names. */
const SPELLED: Readonly<Record<string, string>> = { canCOD: 'can_cod', canCODPickup: 'can_cod_pickup' };

/** Name of a field's column. */
export const columnName = (field: string): string => SPELLED[field] ?? snakeCase(field);

/** Name of a collection's table. */
export const tableName = (collection: string): string => snakeCase(collection);

/** A quoted SQL name, because `from` and `to` are SQL keywords. */
export const quoted = (name: string): string => `"${name}"`;

/** A field's column as a quoted SQL name. */
export const columnSql = (field: string): string => quoted(columnName(field));
