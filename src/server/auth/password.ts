import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt's parameters, which determine how long a hash takes. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's minimum for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. It takes about 0.2 s on one core. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;

/**
 * Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. The hash includes its parameters, so existing hashes
 * stay valid when the cost is raised. Tests use a lower cost, because their passwords are not secret.
 */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY });
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const decoys = new Map<PasswordCost, Promise<string>>();

/**
 * Whether a password matches a stored hash. If there is no hash (no such user), a decoy is checked with the same
 * effort, so that response times do not reveal which e-mails exist.
 *
 * @param cost of the decoy, which is that of new passwords
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost = PASSWORD_COST,
): Promise<boolean> {
  const decoy = decoys.get(cost) ?? hashPassword(randomBytes(16).toString('hex'), cost);
  decoys.set(cost, decoy);
  const [scheme, n, r, p, salt, key] = (stored ?? (await decoy)).split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const got = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(got, expected) && stored !== null;
}
