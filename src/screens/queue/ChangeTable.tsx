import { mergeClasses } from '@fluentui/react-components';
import { fieldLabel } from '../shared/recordWords.ts';
import type { FieldChange } from './queueTexts.ts';
import { useQueueStyles } from './useQueueStyles.ts';

/** Field by field: what it was and what it is to be. A new record has no old values. */
export function ChangeTable({ changes }: { changes: readonly FieldChange[] }) {
  const styles = useQueueStyles();
  const fresh = changes.every(change => change.from === null);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.cell, styles.headCell)}>Field</th>
          {!fresh && <th className={mergeClasses(styles.cell, styles.headCell)}>Before</th>}
          <th className={mergeClasses(styles.cell, styles.headCell)}>{fresh ? 'Value' : 'After'}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(field)}
            </th>
            {!fresh && <td className={mergeClasses(styles.cell, styles.old)}>{from}</td>}
            <td className={mergeClasses(styles.cell, styles.fresh)}>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
