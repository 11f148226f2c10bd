import type { Resource } from '../../contract/resource.ts';
import { belongsToEntity, isCachedWhole, OWNERS } from '../../contract/owner.ts';
import { nameInText } from '../../domain/format.ts';
import { outcomeText, type Downloaded } from '../../sync/actions/download.ts';
import type { Outcome } from '../../sync/types.ts';
import type { NoFile } from '../shared/export/FileExport.tsx';

/** "serviceable locations": a resource's records, for use within a sentence. */
const recordsOf = ({ label }: Resource): string => nameInText(label.many);

/** Returns " of this channel", or an empty string for records that belong to the entity. */
const ofOwner = ({ scope }: Resource): string => (belongsToEntity(scope) ? '' : ` of this ${OWNERS[scope].word}`);
/** How to get the records onto this device. */
const nextTime = ({ scope }: Resource): string =>
  belongsToEntity(scope) ? '.' : '; with "Keep offline" they will be on this device next time.';
/** Which of the records are on this device if they are not completely cached. */
const hereOf = (resource: Resource): string =>
  isCachedWhole(resource.scope)
    ? `the ${recordsOf(resource)}${ofOwner(resource)} are not on this device`
    : `only the pages of ${recordsOf(resource)} that were opened are on this device`;

export const notCachedText = (resource: Resource): string =>
  `You are offline, and ${hereOf(resource)}. Export again once the server can be reached${nextTime(resource)}`;
export const notWholeText = (resource: Resource): string =>
  `You are offline, and only part of the ${recordsOf(resource)}${ofOwner(resource)} is on this device. Export again once the server can be reached.`;

/**
 * Why neither the server nor this device could produce the file, and what to do.
 *
 * @param here why this device could not
 */
export function failedText(
  resource: Resource,
  outcome: Exclude<Outcome<Downloaded>, { kind: 'ok' }>,
  here: NoFile = 'notCached',
): string {
  const why = `Nothing was exported. ${outcomeText(outcome)}`;
  if (outcome.kind === 'signedOut') return `${why} Sign in again, then export once more.`;
  if (outcome.kind === 'retryLater') return `${why} Export again in a moment.`;
  if (outcome.kind !== 'noNetwork') return why;
  if (here === 'notWritten')
    return `${why} The file could not be written on this device either. Export again once the server can be reached.`;
  return `${why} Not all ${recordsOf(resource)}${ofOwner(resource)} are on this device. Export again once the server can be reached${nextTime(resource)}`;
}
