/** Names of a declaration as the database spells them: small letters with underscores. */

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Fields whose columns are spelled their own way. */
const SPELLED: Readonly<Record<string, string>> = { canCOD: 'can_cod', canCODPickup: 'can_cod_pickup' };

/** Name of a field's column. */
export const columnName = (field: string): string => SPELLED[field] ?? snakeCase(field);

/** Name of a collection's table. */
export const tableName = (collection: string): string => snakeCase(collection);

/** A name as SQL takes it whatever it is: `from` and `to` are words of SQL. */
export const quoted = (name: string): string => `"${name}"`;

/** A field's column as SQL names it. */
export const columnSql = (field: string): string => quoted(columnName(field));
