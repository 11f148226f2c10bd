import { unavailable } from '../outbox/errors.ts';
import { roomLeft } from '../storage/storageRoom.ts';

/**
 * Whether data could not be stored because the browser has no space left, so that allowing this site to store data would
 * not help (PB9).
 *
 * @param error what the browser said; null if only the free space is known
 */
export const isDeviceFull = async (error: unknown): Promise<boolean> =>
  (await unavailable(error, roomLeft)).reason === 'quota';
