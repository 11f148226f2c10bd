import {
  Button,
  Checkbox,
  Field,
  Input,
  Select,
  Switch,
  Textarea,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { createRule, listChoices, listTemplates, updateRule, type RuleRow } from '../../contract/notify.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { OPERATORS, type Condition, type Operator } from '../../domain/notify/conditions.ts';
import { EVENTS, eventKind } from '../../domain/notify/events.ts';
import { ruleProblem, WAYS, type RuleInput, type Way } from '../../domain/notify/rule.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { FormPage } from './FormPage.tsx';
import { RULES_PATH } from './pages.ts';
import { useServer } from '../../sync/hooks/useServer.ts';

const useStyles = makeStyles({
  boxes: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM },
  condition: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalXS,
  },
  secret: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
});

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  above: 'is above',
  below: 'is below',
};
export const WAY_WORDS: Readonly<Record<Way, string>> = { bell: 'Bell', email: 'E-mail', webhook: 'Webhook' };

type Values = RuleInput & {
  templateId: number;
  everyMinutes: number;
  critical: boolean;
  status: 0 | 1;
};

const without = <T,>(list: readonly T[], value: T, there: boolean): T[] =>
  there ? [...list, value] : list.filter(own => own !== value);

interface RuleFormProps {
  /** Null for a new rule. */
  rule: RuleRow | null;
  readOnly?: boolean;
}

/** Creates, edits or shows a trigger rule (NOTIF-1). */
export function RuleForm({ rule, readOnly = false }: RuleFormProps) {
  const styles = useStyles();
  const server = useServer();
  const { entity, countries, can, notify } = useUi();
  const choices = useAdministration(listChoices, readOnly ? null : {});
  const [values, setValues] = useState<Values>(() =>
    rule
      ? { ...rule }
      : {
          name: '',
          event: 'import.failed',
          countries: [entity],
          conditions: [],
          people: [],
          roleIds: [],
          causer: true,
          ways: ['bell'],
          webhookUrl: '',
          templateId: 0,
          everyMinutes: 10,
          critical: false,
          status: 0,
        },
  );
  const [tried, setTried] = useState(false);
  const [rotate, setRotate] = useState(false);
  const [people, setPeople] = useState(values.people.join(', '));
  const [secret, setSecret] = useState<string | null>(null);
  const templates = useAdministration(listTemplates, { event: values.event, page: 1, count: 500 });
  const change = (next: Partial<Values>): void => setValues(was => ({ ...was, ...next }));
  const event = eventKind(values.event);
  const full = { ...values, people: people.split(/[\s,;]+/).filter(part => part !== '') };
  const found = ruleProblem(full);
  const problemOf = (field: keyof Values): string | undefined => {
    if (!tried) return undefined;
    if (field === 'templateId') return values.templateId === 0 && found === null ? 'Template is required' : undefined;
    return found?.field === field ? found.problem : undefined;
  };
  const error = (field: keyof Values) => {
    const message = problemOf(field);
    return message === undefined ? {} : { validationMessage: message, validationState: 'error' as const };
  };
  const outside = choices.data?.roles.find(
    ({ id, country }) => values.roleIds.includes(id) && !values.countries.includes(country),
  );
  const outsideProblem = outside
    ? `${outside.name} belongs to ${COUNTRIES[outside.country].name}, which is not a country of this rule. Choose the country or remove the role.`
    : null;
  const setCondition = (at: number, next: Partial<Condition>): void =>
    change({ conditions: values.conditions.map((own, no) => (no === at ? { ...own, ...next } : own)) });

  const apply = async (): Promise<boolean> => {
    setTried(true);
    if (found !== null) throw new Error(`${found.problem}.`);
    if (outsideProblem !== null) throw new Error(outsideProblem);
    if (values.templateId === 0) throw new Error('Template is required. If this event has none, create one first.');
    const input = {
      ...full,
      countries: [...full.countries],
      conditions: [...full.conditions],
      people: [...full.people],
      roleIds: [...full.roleIds],
      ways: [...full.ways],
    };
    const done = rule
      ? await server(updateRule, { ...input, id: rule.id, version: rule.version, rotateSecret: rotate })
      : await server(createRule, input);
    notify.success(`The trigger rule ${done.rule.name} was ${rule ? 'changed' : 'created'}`);
    if (done.webhookSecret === null) return true;
    setSecret(done.webhookSecret);
    return false;
  };

  const title = readOnly
    ? `Trigger Rule: ${rule?.name ?? ''}`
    : rule
      ? `Edit Trigger Rule: ${rule.name}`
      : 'Create Trigger Rule';
  return (
    <FormPage title={title} back={RULES_PATH} {...(readOnly || secret !== null ? {} : { onApply: apply })}>
      <Field label="Name" required {...error('name')}>
        <Input value={values.name} maxLength={100} onChange={(_, { value }) => change({ name: value })} />
      </Field>
      <Field label="Event" required {...error('event')}>
        <Select
          value={values.event}
          onChange={(_, { value }) => change({ event: value, conditions: [], templateId: 0 })}
        >
          {EVENTS.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Countries" required {...error('countries')}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field has the label */}
        <div className={styles.boxes} role="group" aria-label="Countries">
          {[...new Set<Country>([...countries, ...values.countries])].map(country => (
            <Checkbox
              required={false}
              key={country}
              label={COUNTRIES[country].name}
              checked={values.countries.includes(country)}
              onChange={(_, { checked }) => change({ countries: without(values.countries, country, checked === true) })}
            />
          ))}
        </div>
      </Field>
      <Field
        label="Conditions"
        hint="All conditions must be met. Without a condition, the rule applies to every event of this kind."
        {...error('conditions')}
      >
        <div>
          {values.conditions.map((condition, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no name of their own
            <div key={at} className={styles.condition}>
              <Select
                aria-label={`Field ${at + 1}`}
                value={condition.field}
                onChange={(_, { value }) => setCondition(at, { field: value })}
              >
                {event?.fields.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
              <Select
                aria-label={`Comparison ${at + 1}`}
                value={condition.operator}
                onChange={(_, { value }) => setCondition(at, { operator: value as Operator })}
              >
                {OPERATORS.map(operator => (
                  <option key={operator} value={operator}>
                    {OPERATOR_WORDS[operator]}
                  </option>
                ))}
              </Select>
              <Input
                aria-label={`Value ${at + 1}`}
                value={condition.value}
                maxLength={200}
                onChange={(_, { value }) => setCondition(at, { value })}
              />
              <Button
                icon={<DeleteRegular />}
                aria-label={`Remove condition ${at + 1}`}
                onClick={() => change({ conditions: values.conditions.filter((_, no) => no !== at) })}
              />
            </div>
          ))}
          <Button
            icon={<AddRegular />}
            onClick={() =>
              change({
                conditions: [
                  ...values.conditions,
                  { field: event?.fields.at(3)?.name ?? 'country', operator: 'is', value: '' },
                ],
              })
            }
          >
            Add condition
          </Button>
        </div>
      </Field>
      <Field
        label="People"
        hint="E-mails of people who work in these countries, separated by commas."
        {...error('people')}
      >
        <Textarea value={people} maxLength={5000} onChange={(_, { value }) => setPeople(value)} />
      </Field>
      <Field
        label="Roles"
        hint="Everyone who has one of these roles."
        {...(outsideProblem === null ? {} : { validationMessage: outsideProblem, validationState: 'error' })}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field has the label */}
        <div className={styles.boxes} role="group" aria-label="Roles">
          {readOnly && (rule?.roles.join(', ') || 'None')}
          {choices.data?.roles
            // A selected role stays in the form after its country is removed, so that the role can be removed too.
            .filter(({ id, country }) => values.countries.includes(country) || values.roleIds.includes(id))
            .map(({ id, name, country }) => (
              <Checkbox
                required={false}
                key={id}
                label={`${name} (${country})`}
                checked={values.roleIds.includes(id)}
                onChange={(_, { checked }) => change({ roleIds: without(values.roleIds, id, checked === true) })}
              />
            ))}
        </div>
      </Field>
      <Switch
        label="The person who caused the event"
        checked={values.causer}
        onChange={(_, { checked }) => change({ causer: checked })}
      />
      <Field
        label="Sent by"
        required
        hint={
          choices.data?.mail === false ? 'No mail server is configured, so e-mails are not sent (OPS_SMTP_URL).' : ''
        }
        {...error('ways')}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field has the label */}
        <div className={styles.boxes} role="group" aria-label="Sent by">
          {WAYS.map(way => (
            <Checkbox
              required={false}
              key={way}
              label={WAY_WORDS[way]}
              checked={values.ways.includes(way)}
              onChange={(_, { checked }) => change({ ways: without(values.ways, way, checked === true) })}
            />
          ))}
        </div>
      </Field>
      {values.ways.includes('webhook') && (
        <>
          <Field
            label="Webhook address"
            required
            hint="Messages are signed according to Standard Webhooks. The secret is shown once, when the rule is applied."
            {...error('webhookUrl')}
          >
            <Input
              type="url"
              value={values.webhookUrl}
              maxLength={500}
              onChange={(_, { value }) => change({ webhookUrl: value })}
            />
          </Field>
          {rule?.ways.includes('webhook') && !readOnly && (
            <Switch
              label="Create a new secret; the previous one stays valid for a day"
              checked={rotate}
              onChange={(_, { checked }) => setRotate(checked)}
            />
          )}
        </>
      )}
      <Field label="Template" required {...error('templateId')}>
        <Select value={String(values.templateId)} onChange={(_, { value }) => change({ templateId: Number(value) })}>
          <option value="0">
            {templates.data?.list.length === 0 ? 'There is no template for this event yet' : 'Choose a template'}
          </option>
          {templates.data?.list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="At most one message in (minutes)"
        hint="Further events are combined into one message. 0 sends each event separately."
      >
        <Input
          type="number"
          min={0}
          max={1440}
          value={String(values.everyMinutes)}
          onChange={(_, { value }) =>
            change({ everyMinutes: Math.min(1440, Math.max(0, Math.trunc(Number(value)) || 0)) })
          }
        />
      </Field>
      <Switch
        label="Critical: also sent in quiet hours"
        checked={values.critical}
        onChange={(_, { checked }) => change({ critical: checked })}
      />
      <Switch
        label="Active"
        checked={values.status === 0}
        onChange={(_, { checked }) => change({ status: checked ? 0 : 1 })}
      />
      {secret !== null && (
        <InfoDialog title="Webhook secret" onClose={() => setSecret(null)}>
          <p>The secret is shown only once. Give it to the receiving system, which uses it to check the signatures.</p>
          <p className={styles.secret}>{secret}</p>
        </InfoDialog>
      )}
      {!can('notification_management.notification.write') && !readOnly && (
        <p>You can view trigger rules but not change them.</p>
      )}
    </FormPage>
  );
}
