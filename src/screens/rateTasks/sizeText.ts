import { formatCount } from '../../domain/format.ts';

/** Size of a file for a person: "12 kB". */
export const sizeText = (bytes: number): string => `${formatCount(Math.max(1, Math.round(bytes / 1000)))} kB`;
