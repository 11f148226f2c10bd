import type { Country } from '../country.ts';
import { countText } from './countsText.ts';
import type { ImportDeclaration } from './declaration.ts';
import type { Diff } from './diff.ts';

/** What a replacing import overwrites: existing records of its channels that its files do not contain. */

export interface OverwriteSummary {
  /** The number of records that would be removed. */
  lost: number;
  /** A sentence that says what happens to these records; null if none would be removed. */
  loses: string | null;
  /** Why the files are refused if this country requires them to contain every record; null if they can be imported. */
  refused: string | null;
}

/** The message with which a country refuses files that lack existing records; null if the country accepts them. */
export function wholeProblem({ overwrite }: ImportDeclaration, country: Country, lost: number): string | null {
  const rule = overwrite?.whole?.[country];
  return rule === undefined || lost === 0
    ? null
    : `${rule} ${countText(lost, 'configuration')} ${lost === 1 ? 'is' : 'are'} missing.`;
}

/** What happens to existing records according to a comparison; null for an import that does not replace records. */
export function overwriteOf(declaration: ImportDeclaration, diff: Diff, country: Country): OverwriteSummary | null {
  const { overwrite } = declaration;
  if (!overwrite) return null;
  const lost = diff.removedRecords.length;
  const owners = diff.records.keys[0];
  const channels = new Set(
    declaration.owner === undefined ? [] : [...diff.removedRecords].map(record => owners?.[record]),
  );
  return {
    lost,
    loses: lost === 0 ? null : overwrite.loses(lost, channels.size),
    refused: wholeProblem(declaration, country, lost),
  };
}
