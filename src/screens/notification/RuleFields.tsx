import {
  Button,
  Checkbox,
  Field,
  Input,
  Select,
  Switch,
  makeStyles,
  tokens,
  type FieldProps,
} from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { OPERATORS, type Operator } from '../../domain/notify/conditions.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { useRuleForm } from './useRuleForm.ts';

type RuleFormState = ReturnType<typeof useRuleForm>;

const useStyles = makeStyles({
  boxes: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM },
  condition: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalXS,
  },
});

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  above: 'is above',
  below: 'is below',
};

interface CheckFieldProps<T extends string | number> extends Omit<FieldProps, 'children' | 'className' | 'onChange'> {
  items: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  children?: ReactNode;
}

/** A field with checkboxes, any number of which may be checked. */
export function CheckField<T extends string | number>({
  items,
  chosen,
  onChange,
  children,
  ...field
}: CheckFieldProps<T>) {
  const styles = useStyles();
  return (
    <FieldGroup className={styles.boxes} {...field}>
      {children}
      {items.map(({ value, label: text }) => (
        <Checkbox
          key={value}
          label={text}
          checked={chosen.includes(value)}
          onChange={(_, { checked }) =>
            onChange(checked === true ? [...chosen, value] : chosen.filter(own => own !== value))
          }
        />
      ))}
    </FieldGroup>
  );
}

/** The conditions of a rule, each on one field of its event. */
export function ConditionsField({ form }: { form: RuleFormState }) {
  const { values, change, event, error, setCondition } = form;
  const styles = useStyles();
  return (
    <FieldGroup
      label="Conditions"
      hint="All conditions must be met. Without a condition, the rule applies to every event of this kind."
      {...error('conditions')}
    >
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
    </FieldGroup>
  );
}

/** The webhook's address, and a checkbox to create a new secret. */
export function WebhookFields({ form, renewable }: { form: RuleFormState; renewable: boolean }) {
  const { values, change, rotate, setRotate, error } = form;
  return (
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
      {renewable && (
        <Switch
          label="Create a new secret; the previous one stays valid for a day"
          checked={rotate}
          onChange={(_, { checked }) => setRotate(checked)}
        />
      )}
    </>
  );
}
