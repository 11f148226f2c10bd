import { eventKind, type EventKind, type Fields } from './events.ts';

/**
 * Conditions that a trigger rule places on the fields of an event (NOTIF-1). The rule applies only if the event meets
 * all of them.
 */

export const OPERATORS = ['is', 'isNot', 'contains', 'above', 'below'] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Condition {
  field: string;
  operator: Operator;
  value: string;
}

const NUMBERS: readonly Operator[] = ['above', 'below'];

/** Why a condition cannot be used for an event; null if it can. */
export function conditionProblem(event: EventKind, { field, operator, value }: Condition): string | null {
  const found = event.fields.find(({ name }) => name === field);
  if (!found) return `"${event.label}" has no field "${field}".`;
  if (value.trim() === '') return `The condition on ${found.label} has no value.`;
  if (NUMBERS.includes(operator) && found.kind !== 'number')
    return `${found.label} is not a number, so "${operator}" cannot be used with it.`;
  if (found.kind === 'number' && operator === 'contains') return `${found.label} is a number: use is, above or below.`;
  if (found.kind === 'number' && !Number.isFinite(Number(value)))
    return `"${value}" is not a number, but ${found.label} must be a number.`;
  return null;
}

const fold = (text: string): string => text.trim().toLowerCase();

function holds({ field, operator, value }: Condition, fields: Fields): boolean {
  const actual = fields[field];
  if (actual === undefined) return false;
  if (typeof actual === 'number') {
    const wanted = Number(value);
    switch (operator) {
      case 'is':
        return actual === wanted;
      case 'isNot':
        return actual !== wanted;
      case 'above':
        return actual > wanted;
      case 'below':
        return actual < wanted;
      case 'contains':
        return false;
    }
  }
  const [own, wanted] = [fold(actual), fold(value)];
  if (operator === 'is') return own === wanted;
  if (operator === 'isNot') return own !== wanted;
  return operator === 'contains' && own.includes(wanted);
}

/** Whether an event meets all conditions. */
export const matches = (conditions: readonly Condition[], fields: Fields): boolean =>
  conditions.every(condition => holds(condition, fields));

/** The first problem with a rule's conditions; null if there is none. */
export function conditionsProblem(kind: string, conditions: readonly Condition[]): string | null {
  const event = eventKind(kind);
  if (!event) return `There is no event "${kind}".`;
  return conditions.map(condition => conditionProblem(event, condition)).find(problem => problem !== null) ?? null;
}
