/**
 * Matches a file name that ends with a hash of the file's content. The console's own build uses seven or eight
 * hexadecimal digits; the bundler's default, used for workers and sub-applications, is eight letters, digits, `-` or
 * `_`. A plain word is not a hash.
 */
const HASHED = /-(?:[0-9a-f]{7,8}|(?=[\w-]*[A-Z0-9])[\w-]{8})\.\w+$/;

/**
 * Whether a file is immutable because its name contains the hash of its content.
 * @param path its path, or that of a compressed copy
 */
export const isHashed = (path: string): boolean => HASHED.test(path.replace(/\.(br|gz)$/, ''));
