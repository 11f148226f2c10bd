import { mergeClasses } from '@fluentui/react-components';
import type { HeldField } from './holdTexts.ts';
import { fieldLabel } from '../shared/recordWords.ts';
import { useQueueStyles } from './useQueueStyles.ts';

/** Field by field what a held write's record was, and what the person and others made of it. */
export function HeldTable({ fields }: { fields: readonly HeldField[] }) {
  const styles = useQueueStyles();
  const value = (text: string | null) => (
    <td className={mergeClasses(styles.cell, text === null ? styles.quiet : styles.fresh)}>{text ?? 'unchanged'}</td>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {['Field', 'Before', 'Mine', 'Theirs'].map(label => (
            <th key={label} className={mergeClasses(styles.cell, styles.headCell)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, mine, theirs }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(field)}
            </th>
            <td className={styles.cell}>{before}</td>
            {value(mine)}
            {value(theirs)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
