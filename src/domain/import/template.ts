import { LEVEL_NAMES } from '../serviceable.ts';
import { TEXT_FORMS } from '../textForms.ts';
import { NONE_WORD } from './parseCell.ts';
import type { ColumnType, ImportColumn, ImportDeclaration, PlaceGroup } from './declaration.ts';

/** A sheet in a template workbook. */
export interface TemplateSheet {
  name: string;
  columns: readonly {
    heading: string;
    /** The width of the column, in characters. */
    width: number;
    /** Whether the column's cells are formatted as text, so that leading zeros and long ids are preserved. */
    text: boolean;
  }[];
  rows: readonly (readonly (string | number)[])[];
}

const REQUIRED: Readonly<Record<ImportColumn['required'], string>> = {
  always: 'Yes',
  write: 'Yes, unless the row is deleted',
  no: 'No',
};

/** A description of what a column accepts, also used in the documentation of the import's columns. */
export function typeText(type: ColumnType): string {
  switch (type.kind) {
    case 'id':
      return type.of === undefined ? 'A whole number above 0' : `ID of a ${type.of} of the country`;
    case 'integer':
      return `A whole number${bounds(type)}${(type.words ?? []).map(({ label }) => `, or ${label}`).join('')}${orNone(type)}`;
    case 'decimal':
      return `A number${type.unit === undefined ? '' : ` in ${type.unit}`}${bounds(type)}${type.scale === undefined ? '' : `, at most ${type.scale} decimal places`}${orNone(type)}`;
    case 'choice':
      return type.choices.map(({ label }) => label).join(' or ');
    case 'yesNo':
      return 'Yes or No';
    case 'date':
      return `A day, such as 2025-01-31${orNone(type)}`;
    case 'postcode':
      return "A postcode with the country's number of digits";
    case 'text':
      if (type.pattern === 'email') return 'An e-mail address';
      if (type.pattern === undefined || type.pattern === 'code') return `At most ${type.maxLength} characters`;
      return TEXT_FORMS[type.pattern].words.replace(/^./, letter => letter.toUpperCase());
    case 'own':
      return `${type.takes}${orNone(type)}`;
    case 'info':
      return 'For your information; neither checked nor stored';
  }
}

/**
 * The texts about columns that name a location, in addition to or instead of its id, since these columns depend on each
 * other.
 */
function placeTexts({ columns, places = [] }: ImportDeclaration, { key, header }: ImportColumn): PlaceTexts | null {
  const headerOf = (of: string | undefined): string => columns.find(column => column.key === of)?.header ?? '';
  const isOf = ({ id, names }: PlaceGroup): boolean => id !== null && (id === key || names.includes(key));
  const group = places.find(isOf);
  if (!group?.id) return null;
  return group.id === key
    ? { required: `Yes, or the names from ${headerOf(group.names[0])} onward` }
    : {
        required: `Without ${headerOf(group.id)}, as many as identify the place`,
        takes: `Name of a ${LEVEL_NAMES[group.names.indexOf(key)] ?? header} of the country`,
      };
}

interface PlaceTexts {
  required: string;
  takes?: string;
}

const orNone = ({ none }: { none?: true }): string => (none ? `; ${NONE_WORD} for no value` : '');

function bounds({ min, max }: { min?: number; max?: number }): string {
  if (min === undefined) return max === undefined ? '' : ` up to ${max}`;
  return max === undefined ? ` from ${min}` : ` from ${min} to ${max}`;
}

const keepsText = ({ type }: ImportColumn): boolean => ['id', 'postcode', 'text', 'date', 'own'].includes(type.kind);

/**
 * The template of an import: a sheet to fill in, with headers and an example row (which the check skips if it is left
 * in place), and a sheet that explains each column.
 */
export function templateOf(declaration: ImportDeclaration): TemplateSheet[] {
  const { title, columns } = declaration;
  const note = (heading: string, width: number) => ({ heading, width, text: true });
  return [
    {
      name: title,
      columns: columns.map(column => ({ heading: column.header, width: column.width, text: keepsText(column) })),
      rows: [columns.map(({ example }) => example)],
    },
    {
      name: 'Notes',
      columns: [
        note('Column', 24),
        note('Required', 40),
        note('Accepted values', 40),
        note('Notes', 80),
        note('Example', 24),
      ],
      rows: columns.map(column => {
        const place = placeTexts(declaration, column);
        return [
          column.header,
          place?.required ?? REQUIRED[column.required],
          place?.takes ?? typeText(column.type),
          column.note,
          String(column.example),
        ];
      }),
    },
  ];
}
