import { Button, Field, MessageBar, MessageBarBody, Input, Select, Switch, Textarea } from '@fluentui/react-components';
import type { RuleRow } from '../../contract/notify.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { EVENTS } from '../../domain/notify/events.ts';
import { WAYS, type Way } from '../../domain/notify/rule.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FormPage } from './FormPage.tsx';
import { RULES_PATH } from './pages.ts';
import { CheckField, ConditionsField, WebhookFields } from './RuleFields.tsx';
import { useRuleForm } from './useRuleForm.ts';

export const WAY_WORDS: Readonly<Record<Way, string>> = { bell: 'Bell', email: 'E-mail', webhook: 'Webhook' };

interface RuleFormProps {
  /** Null for a new rule. */
  rule: RuleRow | null;
  readOnly?: boolean;
}

/** Creates, edits or shows a trigger rule (NOTIF-1). */
export function RuleForm({ rule, readOnly = false }: RuleFormProps) {
  const { countries, can } = useUi();
  const form = useRuleForm(rule, readOnly);
  const { values, change, people, setPeople, choices, templates, error, outsideProblem } = form;

  const title = readOnly
    ? `Trigger Rule: ${rule?.name ?? ''}`
    : rule
      ? `Edit Trigger Rule: ${rule.name}`
      : 'Create Trigger Rule';
  return (
    <FormPage title={title} back={RULES_PATH} entered={form.entered} {...(readOnly ? {} : { onApply: form.apply })}>
      {form.problem !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            The templates and roles could not be loaded: {form.problem} <Button onClick={form.reload}>Retry</Button>
          </MessageBarBody>
        </MessageBar>
      )}
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
      <CheckField
        label="Countries"
        required
        {...error('countries')}
        items={[...new Set<Country>([...countries, ...values.countries])].map(country => ({
          value: country,
          label: COUNTRIES[country].name,
        }))}
        chosen={values.countries}
        onChange={chosen => change({ countries: chosen })}
      />
      <ConditionsField form={form} />
      <Field
        label="People"
        hint="E-mails of people who work in these countries, separated by commas."
        {...error('people')}
      >
        <Textarea value={people} maxLength={5000} onChange={(_, { value }) => setPeople(value)} />
      </Field>
      <CheckField
        label="Roles"
        hint="Everyone who has one of these roles."
        {...(outsideProblem === null ? {} : { validationMessage: outsideProblem, validationState: 'error' })}
        // A selected role stays in the form after its country is removed, so that the role can be removed too.
        items={(choices?.roles ?? []).flatMap(({ id, name, country }) =>
          values.countries.includes(country) || values.roleIds.includes(id)
            ? [{ value: id, label: `${name} (${country})` }]
            : [],
        )}
        chosen={values.roleIds}
        onChange={chosen => change({ roleIds: chosen })}
      >
        {readOnly && (rule?.roles.join(', ') || 'None')}
      </CheckField>
      <Switch
        label="The person who caused the event"
        checked={values.causer}
        onChange={(_, { checked }) => change({ causer: checked })}
      />
      <CheckField
        label="Sent by"
        required
        hint={choices?.mail === false ? 'No mail server is configured, so e-mails are not sent (OPS_SMTP_URL).' : ''}
        {...error('ways')}
        items={WAYS.map(way => ({ value: way, label: WAY_WORDS[way] }))}
        chosen={values.ways}
        onChange={chosen => change({ ways: chosen })}
      />
      {values.ways.includes('webhook') && (
        <WebhookFields form={form} renewable={!readOnly && rule?.ways.includes('webhook') === true} />
      )}
      <Field label="Template" required {...error('templateId')}>
        <Select value={String(values.templateId)} onChange={(_, { value }) => change({ templateId: Number(value) })}>
          <option value="0">
            {templates?.length === 0 ? 'There is no template for this event yet' : 'Choose a template'}
          </option>
          {templates?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="At most one message in (minutes)"
        required
        hint="Further events are combined into one message. 0 sends each event separately."
        {...error('everyMinutes')}
      >
        <Input
          inputMode="numeric"
          maxLength={20}
          value={form.every}
          onChange={(_, { value }) => form.setEvery(value)}
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
      {!can('notification_management.notification.write') && !readOnly && (
        <p>You can view trigger rules but not change them.</p>
      )}
    </FormPage>
  );
}
