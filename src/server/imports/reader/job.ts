import { OF_ENTITY } from '../../../contract/owner.ts';
import { importById } from '../../../contract/imports/registry.ts';
import type { Country } from '../../../domain/country.ts';
import { checkImport, ROW, type Checked, type ImportFile } from '../../../domain/import/check.ts';
import { holdsText, type ImportDeclaration } from '../../../domain/import/declaration.ts';
import { describeFails } from '../fails.ts';
import { lookupOf } from '../lookup.ts';
import { NotImportable, openImportFile } from '../openFile.ts';
import type { Asked, ReaderCalls } from './api.ts';
import { feeFindingsOf } from './feeFindings.ts';
import { planRows } from './planRows.ts';

/** Up to this many rows the records are looked up one by one instead of reading whole channels. */
const FEW = 5_000;

/** Everything about an import that needs its files and not the database. Holds them until the import ends. */
export function createReaderJob(): ReaderCalls {
  let declaration: ImportDeclaration | null = null;
  let files: ImportFile[] = [];
  let checked: Checked | null = null;
  let country: Country | null = null;

  return {
    open: async (id, fileName, bytes) => {
      declaration = importById(id) ?? null;
      if (!declaration) throw new Error(`the import ${id} is not known`);
      try {
        files.push(await openImportFile(declaration, fileName, bytes, files));
        return null;
      } catch (error) {
        if (error instanceof NotImportable) return error.message;
        throw error;
      }
    },

    check: async references => {
      if (!declaration) throw new Error('no file is open');
      const lookup = lookupOf(references);
      checked = checkImport(declaration, files, lookup);
      country = lookup.country;
      return { fails: await describeFails(checked, lookup), rows: checked.counts.rows, ...askedOf(checked) };
    },

    plan: async (existing, leave) => {
      if (!checked || !country) throw new Error('nothing is checked');
      return planRows(checked, country, existing, new Set(leave));
    },

    findings: async () => {
      if (!checked) throw new Error('nothing is checked');
      return feeFindingsOf(checked);
    },

    // Loaded when one comes: most readers never see a template.
    checkTemplate: async (texts, known) => (await import('../../notify/template.ts')).templateProblem(texts, known),
    renderTemplate: async (texts, values) => {
      const { renderTemplate } = await import('../../notify/template.ts');
      try {
        return { value: await renderTemplate(texts, values) };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },

    end: async () => {
      declaration = null;
      files = [];
      checked = null;
      return process.memoryUsage.rss();
    },
  };
}

/** Owners (`OF_ENTITY` where records belong to the entity) and keys of the rows without errors. What a replacing import removes is in no row: it names no keys. */
export function askedOf({ declaration, files, counts, texts }: Checked): Asked {
  const columns = declaration.key.map(wanted => declaration.columns.findIndex(({ key }) => key === wanted));
  const few = counts.rows <= FEW && declaration.mode === 'merge';
  const ownerAt = declaration.owner === undefined ? undefined : columns[declaration.key.indexOf(declaration.owner)];
  const ids = new Set<number>();
  const keys = columns.map((): number[] => []);
  for (const { values, wrong, rowKinds } of files) {
    const owners = ownerAt === undefined ? undefined : (values[ownerAt] as Float64Array);
    for (let row = 0; row < rowKinds.length; row++) {
      const owner = owners ? (owners[row] as number) : OF_ENTITY;
      if ((owners && !(owner > 0)) || wrong[row] === 1 || rowKinds[row] === ROW.skipped) continue;
      ids.add(owner);
      if (few) columns.forEach((at, place) => keys[place]?.push(values[at]?.[row] as number));
    }
  }
  const isText = (at: number): boolean => {
    const column = declaration.columns[at];
    return column !== undefined && holdsText(column.type);
  };
  return {
    channels: Float64Array.from(ids),
    keys: few
      ? keys.map((values, place) =>
          isText(columns[place] as number) ? values.map(value => texts.text(value)) : Float64Array.from(values),
        )
      : null,
  };
}
