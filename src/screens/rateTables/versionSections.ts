import { hasCepRanges } from '../../domain/cdt/levels.ts';
import type { Country } from '../../domain/country.ts';
import type { Evaluated } from './sheets/versionDraft.ts';

/** A version's sections, by their part in the URL. */
export const SECTIONS = [
  { value: 'settings', label: 'Base info' },
  { value: 'names', label: 'Zones and routes' },
  { value: 'addresses', label: 'Calculation addresses' },
  { value: 'fees', label: 'Basic fees' },
  { value: 'volumeFees', label: 'Volume fees' },
  { value: 'extraFees', label: 'Extra fees' },
  { value: 'cepRanges', label: 'CEP risk' },
  { value: 'vat', label: 'VAT' },
  { value: 'findings', label: 'Completeness' },
] as const;
export type Section = (typeof SECTIONS)[number]['value'];

/**
 * The sections of a version in a country. Without CEPs there is no CEP risk; its section is shown only if an older
 * version has such rows, so that they can be seen and removed.
 */
export const sectionsIn = (country: Country, made: Evaluated): readonly (typeof SECTIONS)[number][] =>
  SECTIONS.filter(({ value }) => value !== 'cepRanges' || hasCepRanges(country) || countOf(value, made) !== '');

/** The section that an address points to. */
export const sectionOf = (part: string | undefined, key: string): Section => {
  if (part === 'settings') return key === 'vat' || key === 'taxable' ? 'vat' : 'settings';
  if (part === 'cepLevels') return 'cepRanges';
  return SECTIONS.find(({ value }) => value === part)?.value ?? 'fees';
};

/** Formats the number of rows after a section's name, e.g. " (12)"; empty if there are none. */
export function countOf(section: Section, { rows }: Evaluated): string {
  if (section === 'settings' || section === 'vat' || section === 'findings') return '';
  const count = section === 'cepRanges' ? rows.cepRanges.length + rows.cepLevels.length : rows[section].length;
  return count === 0 ? '' : ` (${count})`;
}

/** Describes the location of a conflict, e.g. "Basic fees, 0 to 1 kg, A". */
export function conflictName({ sheet, row, column }: Evaluated['conflicts'][number]): string {
  const part = sheet.startsWith('fees/')
    ? 'Basic fees'
    : (SECTIONS.find(({ value }) => value === sheet)?.label ?? sheet);
  const kg = row.split('-').map(gram => Number(gram) / 1000);
  return sheet.startsWith('fees/')
    ? `${part}, ${kg.join(' to ')} kg, ${column.replace(/^=/, '')}`
    : `${part}, ${row}, ${column}`;
}
