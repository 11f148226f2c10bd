import { makeStyles, tokens } from '@fluentui/react-components';
import type { AuditRow } from '../../contract/audit.ts';
import { operationText } from '../../contract/auditText.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { documentOf, recordOf } from './entryTexts.ts';

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** On a card, there is enough room at the bottom. */
const BELOW = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const useStyles = makeStyles({
  operation: { ...ONE_LINE, '@media (max-width: 639px)': BELOW },
  detail: {
    ...ONE_LINE,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 639px)': BELOW,
  },
  link: { fontSize: tokens.fontSizeBase200 },
});

/** The operation (LOG-8 to LOG-10) with, below it, the record as a link to its list and history, and its changes. */
export function OperationCell({ row }: { row: AuditRow }) {
  const styles = useStyles();
  const text = operationText(row);
  const record = recordOf(row);
  const document = documentOf(row);
  const changes = record?.changes.join(', ') ?? '';
  return (
    <>
      <span className={styles.operation} data-full={text}>
        {text}
      </span>
      {!record && document !== null && (
        <span className={styles.detail} data-full={document}>
          {document}
        </span>
      )}
      {record && (
        <span className={styles.detail} data-full={[record.name, changes].filter(part => part !== '').join(': ')}>
          {record.href === undefined ? (
            record.name
          ) : (
            <PageLink href={record.href} className={styles.link}>
              {record.name}
            </PageLink>
          )}
          {changes !== '' && ` ${changes}`}
        </span>
      )}
    </>
  );
}
