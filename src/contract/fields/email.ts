import * as z from 'zod/mini';
import { normalise } from '../../domain/import/normalise.ts';
import { lostLetterProblem } from '../../domain/lostLetter.ts';
import { emailError } from '../../domain/validate.ts';
import { byText, scattered, type FieldBase, type FieldKind, type Read } from './base.ts';

/** An e-mail address (FORM-6). */
export interface EmailField extends FieldBase {
  kind: 'email';
  /** Whether the field may be left empty (null). */
  empty?: boolean;
}

/** An e-mail address; `empty: true` makes it optional. */
export const email = <const O extends Omit<EmailField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'email', label, ...options }) as { kind: 'email'; label: string } & O;

/** The maximum length of an address that mail servers accept. */
const MOST = 254;

function canonical({ label }: EmailField, value: unknown): Read {
  const address = normalise(String(value), 'code');
  const lost = lostLetterProblem(label, address);
  if (lost) return lost;
  const problem = address === '' ? `${label} is required` : emailError(address);
  if (problem !== null) return { problem };
  return address.length > MOST ? { problem: `${label} allows at most ${MOST} characters` } : { value: address };
}

export const emailKind: FieldKind<EmailField> = {
  shape: (_field, written) => (written ? z.string().check(z.maxLength(MOST)) : z.string()),
  sql: 'text',
  cached: () => 'text',
  words: (_field, value) => String(value),
  typed: { write: (_field, value) => String(value), read: canonical },
  canonical,
  sheet: field => ({
    kind: 'own',
    holds: 'text',
    takes: 'An email address',
    read: text => canonical(field, text),
    ...(field.empty ? { none: true } : {}),
  }),
  cell: (_field, value) => String(value),
  filters: ['equal', 'prefix', 'containing'],
  initial: () => '',
  compare: byText,
  sample: (_field, n) => `person${scattered(n)}@example.com`,
};
