import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  AddRegular,
  CheckmarkCircleFilled,
  DismissCircleRegular,
  EditRegular,
  QuestionCircleRegular,
} from '@fluentui/react-icons';
import type { IdScope } from '../../../contract/owner.ts';
import { canDelete } from '../../../contract/resource.ts';
import {
  refsOf,
  type End,
  type EndAnswer,
  type RecordRef,
  type Step,
  type Verdict,
} from '../../../domain/serviceability.ts';
import { dependsText, stepText, stepVerdict } from '../../../domain/serviceabilityText.ts';
import { PageLink } from '../../shared/PageLink.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { stepRecord, type KnownPlaces, type StepRecord } from './lists.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    counterReset: 'step',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  step: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalS,
    counterIncrement: 'step',
    '::before': {
      content: 'counter(step)',
      color: tokens.colorNeutralForeground3,
      fontVariantNumeric: 'tabular-nums',
      textAlign: 'end',
    },
  },
  text: { margin: 0, overflowWrap: 'anywhere' },
  acts: {
    gridColumn: 2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
  },
});

const useVerdictStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
  },
  yes: { color: tokens.colorStatusSuccessForeground1 },
  no: { color: tokens.colorStatusDangerForeground1 },
  open: { color: tokens.colorNeutralForeground3 },
});

const WORDS: Readonly<Record<Verdict, string>> = { yes: 'Yes', no: 'No', open: 'Depends' };
const ICONS = { yes: CheckmarkCircleFilled, no: DismissCircleRegular, open: QuestionCircleRegular } as const;

/** A verdict as an icon and a word, never by color alone. */
export function VerdictMark({ verdict, word }: { verdict: Verdict; word?: string }) {
  const styles = useVerdictStyles();
  const Icon = ICONS[verdict];
  return (
    <span className={mergeClasses(styles.root, styles[verdict])}>
      <Icon aria-hidden fontSize={tokens.fontSizeBase400} />
      {word ?? WORDS[verdict]}
    </span>
  );
}

/** Opens a record in a dialog on top of the page. */
export type OpenRecord = (record: StepRecord, mode: 'create' | 'edit' | 'delete') => void;

interface StepsProps {
  end: End;
  answer: EndAnswer;
  scope: IdScope;
  ownerId: number;
  places: KnownPlaces;
  /** The places that a missing route limit would connect. */
  ends: { from: number; to: number };
  onOpen: OpenRecord;
}

const TITLES: Readonly<Record<End, string>> = { buyer: "As the buyer's address", seller: "As the seller's address" };

/** Records missing from a step that would change the result if added. */
function lacking(step: Step, ends: StepsProps['ends']): RecordRef[] {
  if (step.is === 'check') return step.ref ? [] : [{ list: 'configuration' }];
  if (step.is === 'default') return step.ref ? [step.ref] : [];
  if (step.is === 'route' && step.verdict === 'no')
    return [{ list: 'route', id: 0, fromLocationId: ends.from, toLocationId: ends.to, type: step.type }];
  if (step.is !== 'zone') return [];
  return [step.own, step.other].flatMap(({ locationId, found }): RecordRef[] =>
    locationId !== null && locationId !== 0 && found === null
      ? [{ list: 'zone', id: 0, locationId, type: step.type }]
      : [],
  );
}

/** The steps that lead to the answer for one end, each with its record. */
export function Steps({ end, answer, scope, ownerId, places, ends, onOpen }: StepsProps) {
  const styles = useStyles();
  const { can } = useUi();
  const names = new Map([...places].map(([id, { name }]) => [id, name]));
  const found = (ref: RecordRef) => stepRecord(scope, ownerId, ref, places) ?? [];
  const word = end === 'buyer' ? 'delivered to' : 'picked up';
  return (
    <section className={styles.root} aria-label={TITLES[end]}>
      <h2 className={styles.title}>
        {TITLES[end]}:{' '}
        <VerdictMark
          verdict={answer.served}
          word={
            answer.served === 'yes' ? word : answer.served === 'no' ? `not ${word}` : dependsText(answer.steps, end)
          }
        />
      </h2>
      <ol className={styles.list}>
        {answer.steps.map((step, at) => {
          const verdict = stepVerdict(step, end);
          const records = refsOf(step).flatMap(found);
          const missing = lacking(step, ends).flatMap(found);
          const write = (record: StepRecord) => can(`${record.resource.feature}.write`);
          return (
            <li key={`${step.is}${at}`} className={styles.step}>
              <p className={styles.text}>
                {stepText(step, end, answer.steps.slice(0, at), names)} {verdict && <VerdictMark verdict={verdict} />}
              </p>
              {records.length + missing.length > 0 && (
                <div className={styles.acts}>
                  {records.map(record => (
                    <span key={record.key} className={styles.acts}>
                      <PageLink href={record.href}>Show {record.title}</PageLink>
                      {write(record) && record.resource.edit.length > 0 && (
                        <Button
                          size="small"
                          appearance="subtle"
                          icon={<EditRegular />}
                          onClick={() => onOpen(record, 'edit')}
                        >
                          Edit
                        </Button>
                      )}
                      {write(record) && record.resource.edit.length === 0 && canDelete(record.resource) && (
                        <Button size="small" appearance="subtle" onClick={() => onOpen(record, 'delete')}>
                          Delete
                        </Button>
                      )}
                    </span>
                  ))}
                  {missing.filter(write).map(record => (
                    <Button
                      key={record.key}
                      size="small"
                      appearance="subtle"
                      icon={<AddRegular />}
                      onClick={() => onOpen(record, 'create')}
                    >
                      Add {record.resource.label.one}
                    </Button>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
