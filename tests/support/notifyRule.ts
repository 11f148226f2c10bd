import type { RuleRow } from '../../src/contract/notify.ts';
import { emailOf } from './serverFixture.ts';

/** The input that creates a rule: every maintenance of a channel is shown in the bell of Indonesia's editor. */
export const ruleInput = (name: string, templateId: number, more: Partial<RuleRow> = {}) => ({
  name,
  event: 'channel.maintenance',
  countries: ['ID'],
  conditions: [],
  people: [emailOf('id.editor')],
  roleIds: [],
  causer: false,
  ways: ['bell'],
  webhookUrl: '',
  templateId,
  everyMinutes: 0,
  critical: false,
  status: 0,
  ...more,
});
