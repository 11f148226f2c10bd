import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import type { AuditRow } from '../../contract/audit.ts';
import { auditLabel, parseFields } from '../../contract/auditLabel.ts';
import { operatorText } from '../../domain/operatorText.ts';
import { formatTime } from '../../domain/format.ts';
import { listChange } from '../../domain/listChange.ts';
import { ChangedText } from '../../ui/ChangedText.tsx';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { fieldChanges } from './fieldChanges.ts';
import { ImportDetailDialog } from './ImportDetailDialog.tsx';

const useStyles = makeStyles({
  same: { color: tokens.colorNeutralForeground3 },
  changed: { fontWeight: tokens.fontWeightSemibold },
  body: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

const pretty = (body: string): string => {
  const fields = parseFields(body);
  return fields ? JSON.stringify(fields, null, 2) : body;
};

/**
 * A single write: who made it and when, the call, and each field before and after; for an import, its files and
 * records.
 */
export function LogDetailDialog({ item, close, refresh }: ListDialogProps<AuditRow>) {
  if (!item) return null;
  const id = parseFields(item.row.body)?.['importId'];
  if (typeof id === 'string') return <ImportDetailDialog row={item.row} id={id} close={close} refresh={refresh} />;
  return <WriteDetailDialog row={item.row} close={close} />;
}

function WriteDetailDialog({ row, close }: { row: AuditRow; close: () => void }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { timeZone } = useUi();
  const { label, feature } = auditLabel(row.url, row.body);
  const changes = fieldChanges(row.collection ?? undefined, parseFields(row.before), parseFields(row.after), feature);
  const fact = (term: string, value: string) => (
    <>
      <dt className={facts.term}>{term}</dt>
      <dd className={facts.fact}>{value}</dd>
    </>
  );
  return (
    <InfoDialog title={label} onClose={close}>
      <dl className={facts.facts}>
        {fact('Operator Email', operatorText(row))}
        {fact('Operation Time', `${formatTime(row.timestamp, timeZone)} (${timeZone})`)}
      </dl>
      {changes.length > 0 ? (
        <table className={facts.table}>
          <FactHead labels={['Field', 'Before', 'After']} />
          <tbody>
            {changes.map(change => (
              <tr key={change.field} className={change.changed ? styles.changed : styles.same}>
                <td className={facts.cell}>{change.field}</td>
                {change.changed && listChange(change.before, change.after) ? (
                  <td className={facts.cell} colSpan={2}>
                    <ChangedText before={change.before} after={change.after} />
                  </td>
                ) : (
                  <>
                    <td className={facts.cell}>{change.before}</td>
                    <td className={facts.cell}>
                      {change.changed && <ArrowRightRegular aria-label="changed to" className={facts.arrow} />}
                      {change.after}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <pre className={styles.body}>{pretty(row.body)}</pre>
      )}
    </InfoDialog>
  );
}
