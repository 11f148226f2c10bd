import { useState } from 'react';
import { createRule, listChoices, listTemplates, updateRule, type RuleRow } from '../../contract/notify.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import { withPeriod } from '../../domain/errorText.ts';
import type { Condition } from '../../domain/notify/conditions.ts';
import { eventKind } from '../../domain/notify/events.ts';
import { EVERY_MOST, readEvery, ruleProblem, type RuleInput } from '../../domain/notify/rule.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useServer } from '../../sync/hooks/useServer.ts';
import { useUi } from '../../ui/UiContext.ts';

/** The values of a trigger rule's form. */
export type Values = RuleInput & {
  templateId: number;
  everyMinutes: number;
  critical: boolean;
  status: 0 | 1;
};

type Fields = Omit<Values, 'everyMinutes'> & { peopleText: string; everyText: string };
/** What was entered, as plain fields; `peopleText` and `everyText` are the texts of `people` and `everyMinutes`. */
type Entered = { [field in keyof Fields]: Fields[field] };

/** A field's message, as props for its `Field`. */
export type FieldError = { validationMessage: string; validationState: 'error' } | Record<string, never>;

/**
 * The state of a trigger rule's form: its values, their problems, and what Apply does.
 *
 * @param rule null for a new rule
 */
export function useRuleForm(rule: RuleRow | null, readOnly: boolean) {
  const server = useServer();
  const { entity, notify, showOnce } = useUi();
  const choices = useAdministration(listChoices, readOnly ? null : {});
  const [initial] = useState<Entered>(() => {
    const first: Values = rule
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
        };
    const { everyMinutes, ...rest } = first;
    return { ...rest, peopleText: first.people.join(', '), everyText: String(everyMinutes) };
  });
  const [entered, setEntered] = useState(initial);
  const { peopleText: people, everyText: every, ...values } = entered;
  const everyMinutes = readEvery(every);
  const everyProblem =
    everyMinutes === null
      ? `At most one message in (minutes): enter a whole number from 0 to ${formatCount(EVERY_MOST)}`
      : null;
  const [tried, setTried] = useState(false);
  const [rotate, setRotate] = useState(false);
  const templates = useAdministration(listTemplates, { event: values.event, page: 1, count: 500 });
  const change = (next: Partial<typeof values>): void => setEntered(was => ({ ...was, ...next }));
  const setEvery = (everyText: string): void => setEntered(was => ({ ...was, everyText }));
  const setPeople = (peopleText: string): void => setEntered(was => ({ ...was, peopleText }));
  const event = eventKind(values.event);
  const full = { ...values, people: people.split(/[\s,;]+/).filter(part => part !== '') };
  const found = ruleProblem(full);
  const problemOf = (field: keyof Values): string | undefined => {
    if (!tried) return undefined;
    if (field === 'everyMinutes') return everyProblem ?? undefined;
    if (field === 'templateId') return values.templateId === 0 && found === null ? 'Template is required' : undefined;
    return found?.field === field ? found.problem : undefined;
  };
  const error = (field: keyof Values): FieldError => {
    const message = problemOf(field);
    return message === undefined ? {} : { validationMessage: message, validationState: 'error' };
  };
  const outside = choices.data?.roles.find(
    ({ id, country }) => values.roleIds.includes(id) && !values.countries.includes(country),
  );
  const outsideProblem = outside
    ? `${outside.name} belongs to ${COUNTRIES[outside.country].inText}, which is not a country of this rule. Choose the country or remove the role.`
    : null;
  const setCondition = (at: number, next: Partial<Condition>): void =>
    change({ conditions: values.conditions.map((own, no) => (no === at ? { ...own, ...next } : own)) });

  const apply = async (): Promise<boolean> => {
    setTried(true);
    if (found !== null) throw new Error(withPeriod(found.problem));
    if (outsideProblem !== null) throw new Error(outsideProblem);
    if (everyProblem !== null || everyMinutes === null) throw new Error(`${everyProblem}.`);
    if (values.templateId === 0) throw new Error('Template is required. If this event has none, create one first.');
    const input = {
      ...full,
      everyMinutes,
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
    if (done.webhookSecret !== null)
      showOnce({
        title: 'Webhook secret',
        label: 'Webhook secret',
        value: done.webhookSecret,
        text: 'The secret is shown only once. Give it to the receiving system, which uses it to check the signatures.',
      });
    return true;
  };

  return {
    /** What was entered, for the draft. */
    entered: { key: `notifyRule/${rule?.id ?? 'create'}`, initial, values: entered, put: setEntered },
    values,
    change,
    people,
    setPeople,
    every,
    setEvery,
    rotate,
    setRotate,
    /** Why the form's choices are missing; null if they are not. */
    problem: choices.problem ?? templates.problem,
    reload: () => {
      choices.reload();
      templates.reload();
    },
    choices: choices.data,
    templates: templates.data?.list,
    event,
    error,
    outsideProblem,
    setCondition,
    apply,
  };
}
