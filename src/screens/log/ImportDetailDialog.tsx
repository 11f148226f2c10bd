import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { auditLabel, parseFields } from '../../contract/auditLabel.ts';
import { bulkText, isTakingBack, operationText } from '../../contract/auditText.ts';
import { channelCopy, groupOfUrl } from '../../contract/channelCopy.ts';
import { operatorText } from '../../domain/operatorText.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { countsText, type ChangeCounts } from '../../domain/import/countsText.ts';
import { useImportReceipt, type ImportReceipt } from '../../sync/hooks/useImportReceipt.ts';
import type { AuditRow } from '../../contract/audit.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { sizeText } from '../../domain/sizeText.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { ImportRows } from '../shared/imports/ImportRows.tsx';
import { resourceOfUrl } from '../shared/imports/importRows.ts';
import { RevertImport } from '../shared/imports/RevertImport.tsx';
import { useDownload } from '../shared/imports/useDownload.ts';

const useStyles = makeStyles({
  files: { listStyleType: 'none', margin: 0, padding: 0 },
  hash: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  note: { display: 'block', marginBottom: tokens.spacingVerticalM, color: tokens.colorNeutralForeground2 },
});

/** The channels changed by a copy; the records below list those for which there is no room here. */
const toText = (to: readonly string[], count: number): string =>
  `${to.join(', ')}${count > to.length ? ` and ${formatCount(count - to.length)} more` : ''}`;

interface ImportDetailDialogProps {
  row: AuditRow;
  /** The import's id. */
  id: string;
  close: () => void;
  refresh: () => void;
}

/**
 * An import as a single operation: who made it and when, its files and effects, each record before and after, and a
 * button to revert it.
 */
export function ImportDetailDialog({ row, id, close, refresh }: ImportDetailDialogProps) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { timeZone, entity } = useUi();
  const { receipt, problem, reload } = useImportReceipt(id);
  const did = countsText((receipt?.counts ?? parseFields(row.after)) as ChangeCounts | null);
  const { label, fileNames } = auditLabel(row.url, row.body);
  const resource = resourceOfUrl(row.url);
  const bulk = bulkText(row);
  const copy = channelCopy(row.url, parseFields(row.body));
  const group = groupOfUrl(row.url);
  const title = copy ? `${label}: ${copy.group} copied` : bulk === '' ? label : `${label}: ${bulk}`;
  const fact = (term: string, value: ReactNode) => (
    <>
      <dt className={facts.term}>{term}</dt>
      <dd className={facts.fact}>{value}</dd>
    </>
  );
  return (
    <InfoDialog
      title={isTakingBack(row) ? operationText(row) : title}
      onClose={close}
      wide
      actions={
        receipt?.state === 'applied' && (
          <RevertImport
            entity={entity}
            id={id}
            declaration={receipt.declaration}
            counts={receipt.counts}
            noun={bulk === '' ? 'import' : 'change'}
            reverted={receipt.revertedBy !== null}
            onDone={() => {
              reload();
              refresh();
            }}
          />
        )
      }
    >
      <dl className={facts.facts}>
        {fact('Operator Email', operatorText(row))}
        {fact('Operation Time', `${formatTime(row.timestamp, timeZone)} (${timeZone})`)}
        {group !== null && fact('Settings group', group)}
        {copy && fact('Copied from channel', copy.from)}
        {copy && fact('Copied to', toText(copy.to, Number(parseFields(row.after)?.['changed'] ?? 0)))}
        {copy && copy.settings.length > 0 && fact('What was copied', copy.settings.join('; '))}
        {fact(
          receipt?.files.length === 1 || fileNames.length === 1 ? 'File' : 'Files',
          <Files receipt={receipt} names={fileNames} />,
        )}
        {fact('Result', did)}
      </dl>
      {problem !== null && (
        <output className={styles.note}>
          {receipt === null ? `It is not known whether it can be undone: ${problem}` : problem}
        </output>
      )}
      {resource && <ImportRows id={id} resource={resource} />}
    </InfoDialog>
  );
}

function Files({ receipt, names }: { receipt: ImportReceipt | null; names: readonly string[] }) {
  const styles = useStyles();
  const link = useLinkStyles();
  const download = useDownload();
  if (!receipt) return names.join(', ');
  return (
    <ul className={styles.files}>
      {receipt.files.map(({ url, name, size, hash }) => (
        <li key={url}>
          <a className={link.link} href={url} target="_blank" rel="noreferrer" onClick={event => download(event, url)}>
            {name}
          </a>{' '}
          ({sizeText(size)})<div className={styles.hash}>SHA-256 {hash}</div>
        </li>
      ))}
    </ul>
  );
}
