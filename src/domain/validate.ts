import { isEmpty } from './requestParams.ts';

/** '{label} is required' when empty, null or zero-length (FORM-5); otherwise null. */
export const requiredError = (label: string, value: unknown): string | null =>
  isEmpty(value) ? `${label} is required` : null;

/** 'Invalid email' when not matching a simple pattern (FORM-6); an empty value is left to the required check. */
export const emailError = (value: string): string | null =>
  isEmpty(value) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'Invalid email';
