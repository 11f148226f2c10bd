import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import type { Layout } from '../../domain/recon/layout.ts';
import { usesOffered, type Use } from '../../domain/recon/layoutUses.ts';
import { columnLetter } from '../../domain/sheet/columns.ts';
import { useFactStyles } from '../shared/factStyles.ts';

/** Maximum number of rows of the file shown below the roles. */
const SHOWN = 6;

const useStyles = makeStyles({
  preview: { overflow: 'auto', maxHeight: '40vh' },
  cell: { maxWidth: '180px', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  heading: { fontWeight: tokens.fontWeightSemibold },
});

interface LayoutColumnsProps {
  layout: Layout;
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  uses: readonly Use[];
  onUse: (column: number, use: Use) => void;
}

/** The first rows of a file, with each column's role above it. */
export function LayoutColumns({ layout, rows, uses, onUse }: LayoutColumnsProps) {
  const own = useStyles();
  const facts = useFactStyles();
  const offered = usesOffered(layout.charges.as);
  return (
    <div className={own.preview}>
      <table className={facts.table} aria-label="First rows">
        <thead>
          <tr>
            {uses.map((use, column) => (
              <th key={column} className={facts.cell} scope="col">
                <Select
                  aria-label={`Role of column ${columnLetter(column)}`}
                  value={use}
                  onChange={(_, { value }) => onUse(column, value as Use)}
                >
                  {offered.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(layout.skippedRows, layout.skippedRows + SHOWN).map((row, at) => (
            <tr key={at} className={layout.headerRow && at === 0 ? own.heading : undefined}>
              {uses.map((_, column) => (
                <td key={column} className={mergeClasses(facts.cell, own.cell)} title={row[column]}>
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
