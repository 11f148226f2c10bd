import { Button, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular, EyeRegular, SendRegular } from '@fluentui/react-icons';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  deleteRule,
  deleteTemplate,
  getRule,
  getTemplate,
  listDeliveries,
  listRules,
  listTemplates,
  resendDelivery,
  type DeliveryRow,
  type TemplateRow,
} from '../../contract/notify.ts';
import { formatTime } from '../../domain/format.ts';
import { eventKind } from '../../domain/notify/events.ts';
import type { Way } from '../../domain/notify/rule.ts';
import { FEATURE } from '../../domain/permission.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFooter } from '../../ui/list/ListFooter.tsx';
import { pageCount } from '../../ui/list/pages.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { DeletionQuestion } from '../shared/DeletionQuestion.tsx';
import { PageButton } from '../shared/PageButton.tsx';
import { FactTable } from '../shared/FactTable.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { SearchInput } from '../shared/SearchInput.tsx';
import { useSearchBox, type SearchBox } from '../shared/useSearchBox.ts';
import { ServerBody } from '../shared/ServerBody.tsx';
import { DELIVERIES_PATH, RULES_PATH, TEMPLATES_PATH } from './pages.ts';
import { NotifyPage } from './NotifyPage.tsx';
import { RuleForm, WAY_WORDS } from './RuleForm.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { useServer } from '../../sync/hooks/useServer.ts';
import { errorText } from '../../domain/errorText.ts';
import { usedByText } from '../../domain/notify/usedBy.ts';
import { isResendable } from '../../domain/notify/schedule.ts';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';

const WRITE = `${FEATURE.notification}.write`;

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    gap: tokens.spacingHorizontalXS,
    // A cell may break its text anywhere, which would break the words of its buttons.
    whiteSpace: 'nowrap',
    '& > *': { flexShrink: 0 },
    '@media (max-width: 639px)': { flexWrap: 'wrap' },
  },
  word: { whiteSpace: 'nowrap' },
  body: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

/** The buttons above a list: search, Create and the log. */
function ListBar({ path, box }: { path: string; box: SearchBox }) {
  const { can } = useUi();
  return (
    <>
      <SearchInput box={box} />
      {can(WRITE) && (
        <PageButton appearance="primary" icon={<AddRegular />} href={`${path}/create`}>
          Create
        </PageButton>
      )}
      <HistoryButton path={path} code={FEATURE.notification} />
    </>
  );
}

/** The shared footer of a list; an address beyond the last page leads to the last page. */
function BoxFooter({ box, shown, total }: { box: SearchBox; shown: number; total: number }) {
  const { page, count, turn } = box;
  const last = pageCount(total, count);
  useEffect(() => {
    if (page > last) turn(last, count);
  });
  return <ListFooter page={page} count={count} shown={shown} total={total} unknown={null} extra={0} onChange={turn} />;
}

/** A row's actions, which link to the pages of its record. */
function RowActions({ path, id, name, onDelete }: { path: string; id: number; name: string; onDelete: () => void }) {
  const styles = useStyles();
  const { can } = useUi();
  return (
    <span className={styles.actions}>
      <PageButton size="small" icon={<EyeRegular />} label={`View ${name}`} href={`${path}/view/${id}`}>
        View
      </PageButton>
      {can(WRITE) && (
        <>
          <PageButton size="small" icon={<EditRegular />} label={`Edit ${name}`} href={`${path}/edit/${id}`}>
            Edit
          </PageButton>
          <Button size="small" icon={<DeleteRegular />} aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </>
      )}
    </span>
  );
}

const eventLabel = (kind: string): string => eventKind(kind)?.label ?? kind;
const everyText = (minutes: number): string => (minutes === 0 ? 'Each event' : `At most one in ${minutes} min`);

/** The list of trigger rules (NOTIF-1). */
export function RulesScreen() {
  const facts = useFactStyles();
  const { link } = useLinkStyles();
  const server = useServer();
  const box = useSearchBox();
  const { q, page, count } = box;
  const read = useAdministration(listRules, { q, page, count });
  const [deleting, setDeleting] = useState<{ id: number; name: string } | null>(null);
  return (
    <NotifyPage current={RULES_PATH}>
      <ServerBody read={read} bar={<ListBar path={RULES_PATH} box={box} />}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={q === '' ? 'This country has no trigger rules yet' : `No trigger rule matches "${q}"`}
              hint="A rule defines who is notified of which event, and how. Create a template for the event first."
            />
          ) : (
            <>
              <FactTable
                label="Trigger rules"
                heads={['Name', 'Event', 'Sent by', 'Limit', 'Template', 'Status', 'Action']}
              >
                {list.map(row => (
                  <tr key={row.id}>
                    <td className={facts.cell}>
                      <Link className={link} to={`${RULES_PATH}/view/${row.id}`}>
                        {row.name}
                      </Link>
                    </td>
                    <td className={facts.cell}>{eventLabel(row.event)}</td>
                    <td className={facts.cell}>
                      {row.ways.map(way => WAY_WORDS[way]).join(', ') || 'Not sent: the webhook was turned off'}
                      {row.webhookFailingSince !== null && ' (webhook failing)'}
                    </td>
                    <td className={facts.cell}>{everyText(row.everyMinutes)}</td>
                    <td className={facts.cell}>{row.templateName}</td>
                    <td className={facts.cell}>
                      <Tag tone={row.status === 0 ? 'success' : 'neutral'}>
                        {row.status === 0 ? 'Active' : 'Disabled'}
                      </Tag>
                    </td>
                    <td className={facts.cell}>
                      <RowActions path={RULES_PATH} id={row.id} name={row.name} onDelete={() => setDeleting(row)} />
                    </td>
                  </tr>
                ))}
              </FactTable>
              <BoxFooter box={box} shown={list.length} total={total} />
            </>
          )
        }
      </ServerBody>
      {deleting !== null && (
        <DeletionQuestion
          title={`Delete the trigger rule ${deleting.name}?`}
          done={`The trigger rule ${deleting.name} was deleted`}
          deletion={() => server(deleteRule, { id: deleting.id })}
          onDeleted={read.reload}
          close={() => setDeleting(null)}
        >
          Its events will no longer notify anyone. Messages that it has already sent stay in the list of deliveries.
        </DeletionQuestion>
      )}
    </NotifyPage>
  );
}

/** The list of templates (NOTIF-2). */
export function TemplatesScreen() {
  const facts = useFactStyles();
  const { link } = useLinkStyles();
  const server = useServer();
  const { timeZone } = useUi();
  const box = useSearchBox();
  const { q, page, count } = box;
  const read = useAdministration(listTemplates, { q, page, count });
  const [deleting, setDeleting] = useState<TemplateRow | null>(null);
  return (
    <NotifyPage current={TEMPLATES_PATH}>
      <ServerBody read={read} bar={<ListBar path={TEMPLATES_PATH} box={box} />}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={q === '' ? 'There are no templates yet' : `No template matches "${q}"`}
              hint="A template is the text of a notification. Create one for an event, then a trigger rule that uses it."
            />
          ) : (
            <>
              <FactTable label="Templates" heads={['Name', 'Event', 'Languages', 'Used by', 'Last Updated', 'Action']}>
                {list.map(row => (
                  <tr key={row.id}>
                    <td className={facts.cell}>
                      <Link className={link} to={`${TEMPLATES_PATH}/view/${row.id}`}>
                        {row.name}
                      </Link>
                    </td>
                    <td className={facts.cell}>{eventLabel(row.event)}</td>
                    <td className={facts.cell}>{Object.keys(row.variants).join(', ')}</td>
                    <td className={facts.cell}>{usedByText(row) || 'No rule'}</td>
                    <td className={facts.cell}>{formatTime(row.updatedAt, timeZone)}</td>
                    <td className={facts.cell}>
                      <RowActions path={TEMPLATES_PATH} id={row.id} name={row.name} onDelete={() => setDeleting(row)} />
                    </td>
                  </tr>
                ))}
              </FactTable>
              <BoxFooter box={box} shown={list.length} total={total} />
            </>
          )
        }
      </ServerBody>
      {deleting !== null && (
        <DeletionQuestion
          title={`Delete the template ${deleting.name}?`}
          done={`The template ${deleting.name} was deleted`}
          deletion={() => server(deleteTemplate, { id: deleting.id })}
          onDeleted={read.reload}
          close={() => setDeleting(null)}
        >
          {usedByText(deleting) === ''
            ? 'No rule uses it.'
            : `It is used by ${usedByText(deleting)}. A template can only be deleted after these rules were given another one.`}
        </DeletionQuestion>
      )}
    </NotifyPage>
  );
}

const idOf = (params: unknown): number => Number((params as { id?: string }).id) || 0;

function RulePage({ readOnly }: { readOnly: boolean }) {
  const id = idOf(useParams({ strict: false }));
  return (
    <ServerBody read={useAdministration(getRule, { id })}>
      {rule => <RuleForm key={`${rule.id} ${rule.version}`} rule={rule} readOnly={readOnly} />}
    </ServerBody>
  );
}
function TemplatePage({ readOnly }: { readOnly: boolean }) {
  const id = idOf(useParams({ strict: false }));
  const read = useAdministration(getTemplate, { id });
  return (
    <ServerBody read={read}>
      {template => <TemplateForm key={`${template.id} ${template.version}`} template={template} readOnly={readOnly} />}
    </ServerBody>
  );
}
export const RuleCreateScreen = () => <RuleForm rule={null} />;
export const RuleEditScreen = () => <RulePage readOnly={false} />;
export const RuleViewScreen = () => <RulePage readOnly />;
export const TemplateCreateScreen = () => <TemplateForm template={null} />;
export const TemplateEditScreen = () => <TemplatePage readOnly={false} />;
export const TemplateViewScreen = () => <TemplatePage readOnly />;

const STATES = ['waiting', 'sent', 'failed', 'skipped'] as const;
const STATE_WORDS: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
};
const TONES: Readonly<Record<string, 'success' | 'danger' | 'warning' | 'neutral'>> = {
  sent: 'success',
  failed: 'danger',
  waiting: 'warning',
  sending: 'warning',
};

/** The notifications that were sent or are waiting, with outcome and body; each can be sent again. */
export function DeliveriesScreen() {
  const facts = useFactStyles();
  const styles = useStyles();
  const server = useServer();
  const { can, notify, timeZone } = useUi();
  const box = useSearchBox();
  const { q, page, count } = box;
  const state = box.chosen('state', STATES);
  const read = useAdministration(listDeliveries, { q, page, count, ...(state === '' ? {} : { state }) });
  const [shown, setShown] = useState<DeliveryRow | null>(null);
  const { run } = useOneAtATime();
  const resend = async (row: DeliveryRow): Promise<void> => {
    try {
      await server(resendDelivery, { id: row.id });
      notify.success(`The message to ${row.recipient} will be sent again`);
    } catch (error) {
      notify.error(errorText(error));
    }
    read.reload();
  };
  return (
    <NotifyPage current={DELIVERIES_PATH}>
      <ServerBody
        read={read}
        bar={
          <>
            <SearchInput box={box} />
            <Select aria-label="State" value={state} onChange={(_, { value }) => box.choose('state', value)}>
              <option value="">All states</option>
              {STATES.map(own => (
                <option key={own} value={own}>
                  {STATE_WORDS[own]}
                </option>
              ))}
            </Select>
            <Button onClick={read.reload}>Refresh</Button>
            <HistoryButton path={DELIVERIES_PATH} code={FEATURE.notification} />
          </>
        }
      >
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState
              title={q === '' && state === '' ? 'Nothing has been sent in this country yet' : 'No delivery matches'}
              hint={
                q === '' && state === ''
                  ? 'Messages of trigger rules are listed here, with their outcome.'
                  : 'Change your search or choose another state.'
              }
            />
          ) : (
            <>
              <FactTable
                label="Deliveries"
                heads={['Time', 'Rule', 'Recipient', 'Sent by', 'Events', 'State', 'Outcome', 'Action']}
                numbers={['Events']}
              >
                {list.map(row => (
                  <tr key={row.id}>
                    <td className={facts.cell}>{formatTime(row.sentAt ?? row.dueAt, timeZone)}</td>
                    <td className={facts.cell}>{row.rule}</td>
                    <td className={facts.cell}>{row.recipient}</td>
                    <td className={mergeClasses(facts.cell, styles.word)}>{WAY_WORDS[row.way as Way]}</td>
                    <td className={mergeClasses(facts.cell, facts.number)}>{row.events}</td>
                    <td className={facts.cell}>
                      <Tag tone={TONES[row.state] ?? 'neutral'}>{STATE_WORDS[row.state] ?? row.state}</Tag>
                    </td>
                    <td className={facts.cell}>{row.outcome || '/'}</td>
                    <td className={facts.cell}>
                      <span className={styles.actions}>
                        <Button size="small" icon={<EyeRegular />} onClick={() => setShown(row)}>
                          View
                        </Button>
                        {can(WRITE) && isResendable(row) && (
                          <Button size="small" icon={<SendRegular />} onClick={() => void run(() => resend(row))}>
                            Send again
                          </Button>
                        )}
                      </span>
                    </td>
                  </tr>
                ))}
              </FactTable>
              <BoxFooter box={box} shown={list.length} total={total} />
            </>
          )
        }
      </ServerBody>
      {shown !== null && (
        <InfoDialog title={shown.subject || shown.rule} onClose={() => setShown(null)}>
          <p className={styles.body}>{shown.body || 'It has not been sent yet, so it has no text.'}</p>
        </InfoDialog>
      )}
    </NotifyPage>
  );
}
