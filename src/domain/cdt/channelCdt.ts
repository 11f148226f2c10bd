import { CATEGORY, STATUS } from '../permission.ts';
import type { Problem } from '../problem.ts';

/** Cross-border delivery times of a channel (shell spec 3; CDT-15, CDT-16, G96). */

/** CDT types (ENT-11), which have their own labels and values (G18). */
export const CDT_TYPES = [
  { value: 0, label: 'Non-Integrated' },
  { value: 1, label: 'Integrated' },
] as const;

/** Channel categories (ENT-10). A channel cannot have the category All; only people can. */
export const CHANNEL_CATEGORIES = [
  { value: CATEGORY.crossBorder, label: 'CrossBorder' },
  { value: CATEGORY.local, label: 'Local' },
] as const;

/** The maximum number of days for one leg of a delivery. */
export const CHANNEL_CDT_DAYS_MOST = 180;

export interface ChannelCdtValues {
  category: number;
  status: number;
  firstMileMin: number;
  firstMileMax: number;
  crossBorderMin: number;
  crossBorderMax: number;
}

/**
 * Rule between the fields: the minimum days must not exceed the maximum, and a local channel must not cross a border.
 * Null if the values are valid.
 */
export function channelCdtProblem(row: Readonly<Partial<Record<keyof ChannelCdtValues, unknown>>>): Problem | null {
  const values = row as ChannelCdtValues;
  if (values.firstMileMin > values.firstMileMax)
    return {
      field: 'firstMileMax',
      problem: `FL Max Days must not be below FL Min Days, which is ${values.firstMileMin}`,
      reversed: true,
    };
  if (values.crossBorderMin > values.crossBorderMax)
    return {
      field: 'crossBorderMax',
      problem: `Cross-border Max Days must not be below Cross-border Min Days, which is ${values.crossBorderMin}`,
      reversed: true,
    };
  return values.category === CATEGORY.local && values.crossBorderMax > 0
    ? {
        field: 'crossBorderMax',
        problem: 'Cross-border Max Days must be 0 for a Local channel, which does not cross a border',
      }
    : null;
}

/** The days before the last mile: first mile and border crossing. */
export function partsBefore(
  values: ChannelCdtValues | null,
): Record<'firstMile' | 'border', { min: number; max: number }> {
  const counts = values !== null && values.status === STATUS.normal;
  return {
    firstMile: counts ? { min: values.firstMileMin, max: values.firstMileMax } : { min: 0, max: 0 },
    border: counts ? { min: values.crossBorderMin, max: values.crossBorderMax } : { min: 0, max: 0 },
  };
}

/** The minimum and the maximum number of days for both legs together. */
export function daysBefore(values: ChannelCdtValues | null): { min: number; max: number } {
  const { firstMile, border } = partsBefore(values);
  return { min: firstMile.min + border.min, max: firstMile.max + border.max };
}
