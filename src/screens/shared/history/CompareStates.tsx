import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { RecordChange } from '../../../contract/history.ts';
import type { Resource } from '../../../contract/resource.ts';
import { InfoDialog } from '../../../ui/InfoDialog.tsx';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { stateDifferences, statesOf } from './states.ts';

const useStyles = makeStyles({
  choice: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, marginBottom: tokens.spacingVerticalM },
  table: { width: '100%', borderCollapse: 'collapse' },
  cell: {
    padding: tokens.spacingVerticalXS,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
  line: { display: 'block' },
});

interface CompareStatesProps {
  resource: Resource | undefined;
  /** The record's writes, newest first. */
  changes: readonly RecordChange[];
  onClose: () => void;
}

/** Compares any two states of a record and shows the fields that differ. */
export function CompareStates({ resource, changes, onClose }: CompareStatesProps) {
  const styles = useStyles();
  const { timeZone } = useUi();
  const states = statesOf(changes, timeZone);
  const [chosen, setChosen] = useState({ from: Math.min(1, states.length - 1), to: 0 });
  const [from, to] = [states[chosen.from], states[chosen.to]];
  const differences = from && to ? stateDifferences(resource, from, to) : [];
  const select = (label: string, end: 'from' | 'to') => (
    <PlainSelect
      label={label}
      value={String(chosen[end])}
      onChange={value => setChosen({ ...chosen, [end]: Number(value) })}
    >
      {states.map(({ text }, at) => (
        <option key={text} value={String(at)}>
          {text}
        </option>
      ))}
    </PlainSelect>
  );
  return (
    <InfoDialog title="Compare two states" wide onClose={onClose}>
      <div className={styles.choice}>
        {select('From state', 'from')}
        {select('To state', 'to')}
      </div>
      {differences.length === 0 ? (
        <output>These two states are the same.</output>
      ) : (
        <table className={styles.table} aria-label="Differences">
          <tbody>
            {differences.map(({ label, lines }) => (
              <tr key={label}>
                <th scope="row" className={styles.cell}>
                  {label}
                </th>
                <td className={styles.cell}>
                  {lines.map(line => (
                    <span key={line} className={styles.line}>
                      {line}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </InfoDialog>
  );
}
