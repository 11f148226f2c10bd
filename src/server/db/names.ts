/** Names of a declaration as the database spells them: small letters with underscores. */

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Fields whose columns are spelled their own way. */
const SPELLED: Readonly<Record<string, string>> = { canCOD: 'can_cod', canCODPickup: 'can_cod_pickup' };

/** Name of a field's column. */
export const columnName = (field: string): string => SPELLED[field] ?? snakeCase(field);

/** Name of a collection's table. */
export const tableName = (collection: string): string => snakeCase(collection);
