import { isEmpty } from './requestParams.ts';

/** '{label} is required' for a value that is empty, null or of length zero (FORM-5); otherwise null. */
export const requiredError = (label: string, value: unknown): string | null =>
  isEmpty(value) ? `${label} is required` : null;

/**
 * 'Invalid email' for a value that does not match a simple pattern (FORM-6). An empty value is valid here, because the
 * required check reports it.
 */
export const emailError = (value: string): string | null =>
  isEmpty(value) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'Invalid email';
