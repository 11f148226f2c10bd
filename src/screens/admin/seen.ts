import type { UserRow } from '../../contract/admin.ts';
import { formatTime } from '../../domain/format.ts';
import { deviceName } from '../../domain/userAgent.ts';

/** The address and browser from which a user was last seen; '' if they never signed in. */
export const seenFrom = ({ seenAt, seenAddress, seenAgent }: UserRow): string =>
  seenAt === null ? '' : `${seenAddress}, ${deviceName(seenAgent)}`;

/** Says when and from where a user was last seen. */
export const seenText = (user: UserRow, timeZone: string): string =>
  user.seenAt === null
    ? 'This user has never signed in.'
    : `Last seen ${formatTime(user.seenAt, timeZone)} from ${seenFrom(user)}.`;
