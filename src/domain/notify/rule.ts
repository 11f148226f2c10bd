import type { Country } from '../country.ts';
import { conditionsProblem, type Condition } from './conditions.ts';
import { eventKind } from './events.ts';

/** Trigger rules and templates as people enter them (NOTIF-1, NOTIF-2, G98). */

export const WAYS = ['bell', 'email', 'webhook'] as const;
export type Way = (typeof WAYS)[number];

/** The languages of the eight countries. A template must have an English version; all other versions are optional. */
export const LANGUAGES = [
  { code: 'en', label: 'English' },
  { code: 'id', label: 'Bahasa Indonesia' },
  { code: 'ms', label: 'Bahasa Melayu' },
  { code: 'fil', label: 'Filipino' },
  { code: 'zh-TW', label: '繁體中文' },
  { code: 'th', label: 'ไทย' },
  { code: 'vi', label: 'Tiếng Việt' },
  { code: 'pt-BR', label: 'Português' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export interface RuleInput {
  name: string;
  event: string;
  countries: readonly Country[];
  conditions: readonly Condition[];
  /** The e-mail addresses of people who are notified. */
  people: readonly string[];
  roleIds: readonly number[];
  /** Whether the person who caused the event is notified. */
  causer: boolean;
  ways: readonly Way[];
  webhookUrl: string;
}

/** Maximum time in minutes between two messages of a rule: a day. */
export const EVERY_MOST = 1440;

/** The time between two messages as a person types it, in minutes; null if it is not a whole number within the bounds. */
export function readEvery(text: string): number | null {
  const trimmed = text.trim();
  const minutes = /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : EVERY_MOST + 1;
  return minutes <= EVERY_MOST ? minutes : null;
}

export interface RuleProblem {
  field: keyof RuleInput;
  problem: string;
}

/** The first problem with a rule; null if it is valid. */
export function ruleProblem(rule: RuleInput): RuleProblem | null {
  if (rule.name.trim() === '') return { field: 'name', problem: 'Name is required' };
  if (!eventKind(rule.event)) return { field: 'event', problem: 'Event is required' };
  if (rule.countries.length === 0) return { field: 'countries', problem: 'Choose at least one country' };
  const condition = conditionsProblem(rule.event, rule.conditions);
  if (condition !== null) return { field: 'conditions', problem: condition };
  if (rule.ways.length === 0) return { field: 'ways', problem: 'Choose at least one way to send it' };
  const isToPeople = rule.ways.some(way => way !== 'webhook');
  if (isToPeople && rule.people.length === 0 && rule.roleIds.length === 0 && !rule.causer)
    return { field: 'people', problem: 'Enter people or a role, or select the person who caused the event' };
  if (rule.ways.includes('webhook')) {
    const url = URL.canParse(rule.webhookUrl) ? new URL(rule.webhookUrl) : null;
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return { field: 'webhookUrl', problem: 'Webhook address is not an http or https address' };
    if (url.username !== '' || url.password !== '')
      return {
        field: 'webhookUrl',
        problem: 'Webhook address contains a user name or password. Remove it; messages are signed instead',
      };
  }
  return null;
}

/** The version of a template for a person: in their language, or else in English, or else the first one. */
export function variantOf<T>(variants: Readonly<Partial<Record<string, T>>>, language: string): T | undefined {
  return variants[language] ?? variants['en'] ?? Object.values(variants)[0];
}

/**
 * The part of a webhook's URL that is shown to anyone with access to rules, which is its host. The rest often contains
 * a secret.
 */
export function webhookHost(url: string): string {
  try {
    return url === '' ? '' : new URL(url).origin;
  } catch {
    return '';
  }
}
