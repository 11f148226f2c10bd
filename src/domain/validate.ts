import { isEmpty } from './requestParams.ts';

/** '{label} is required' if a value is empty, null or of length zero (FORM-5); otherwise null. */
export const requiredError = (label: string, value: unknown): string | null =>
  isEmpty(value) ? `${label} is required` : null;

/**
 * 'Invalid email' if a value does not match a simple pattern (FORM-6); an empty value is left to the required check.
 */
export const emailError = (value: string): string | null =>
  isEmpty(value) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'Invalid email';
