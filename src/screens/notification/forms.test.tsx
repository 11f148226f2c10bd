// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { RuleRow } from '../../contract/notify.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { RuleForm } from './RuleForm.tsx';
import { TemplateForm } from './TemplateForm.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));
vi.mock('../../sync/hooks/useServer.ts', () => ({ useServer: () => async () => undefined }));
vi.mock('../../sync/hooks/useAdministration.ts', () => {
  const data = {
    mail: true,
    list: [],
    roles: [
      { id: 4, name: 'Editor', country: 'ID' },
      { id: 7, name: 'Viewer', country: 'ID' },
    ],
  };
  return { useAdministration: () => ({ data, problem: null, reload: () => undefined }) };
});

const page = reactRoot();
const ui = {
  entity: 'ID',
  countries: ['ID', 'MY', 'TH'],
  timeZone: 'Asia/Jakarta',
  can: () => true,
  notify: {},
} as unknown as Ui;
const RULE = {
  id: 1,
  name: 'Failed imports',
  event: 'import.failed',
  countries: ['ID'],
  conditions: [
    { field: 'country', operator: 'is', value: 'ID' },
    { field: 'country', operator: 'isNot', value: 'MY' },
  ],
  people: [],
  roleIds: [],
  roles: [],
  causer: true,
  ways: ['bell', 'webhook'],
  webhookUrl: 'https://example.com',
  templateId: 1,
  everyMinutes: 10,
  critical: false,
  status: 0,
  version: 1,
} as unknown as RuleRow;

const show = (form: ReactElement) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>{form}</UiContext.Provider>
      </FluentProvider>,
    ),
  );

const textOf = (id: string | null | undefined) => document.getElementById(id ?? '')?.textContent;
const groupOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=group]')].find(
    group => textOf(group.getAttribute('aria-labelledby'))?.replace('*', '') === name,
  );
const boxes = (group: HTMLElement | undefined) => [
  ...(group?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
];

it.each([
  ['Countries', [true, false, false], [true, true, false]],
  ['Roles', [false, false], [false, true]],
  ['Sent by', [true, false, true], [true, true, true]],
])('the label of the second box of %s toggles the second box', async (name, before, after) => {
  await show(<RuleForm rule={RULE} />);
  const checked = () => boxes(groupOf(name)).map(box => box.checked);
  expect(checked()).toEqual(before);
  await act(async () => groupOf(name)?.querySelectorAll('label')[1]?.click());
  expect(checked()).toEqual(after);
});

it.each([
  ['trigger rule', () => <RuleForm rule={RULE} />],
  ['template', () => <TemplateForm template={null} />],
])('no two elements of the form of a %s share an id, and each label belongs to an element', async (_, form) => {
  await show(form());
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const labels = [...document.querySelectorAll('label')];
  expect(labels.length).toBeGreaterThan(5);
  expect(labels.filter(label => !ids.includes(label.htmlFor)).map(label => label.textContent)).toEqual([]);
});

it('the hint describes a group of controls, not each of them', async () => {
  await show(<RuleForm rule={RULE} />);
  expect(textOf(groupOf('Roles')?.getAttribute('aria-describedby'))).toBe('Everyone who has one of these roles.');
  expect(boxes(groupOf('Roles')).map(box => box.getAttribute('aria-describedby'))).toEqual([null, null]);
  const [second] = [...(groupOf('Conditions')?.querySelectorAll('[aria-label="Comparison 2"]') ?? [])];
  expect([second?.getAttribute('aria-labelledby'), second?.getAttribute('aria-describedby')]).toEqual([null, null]);
});

it('the message of a rule that cannot be applied ends with one period', async () => {
  const conditions = [{ field: 'channelId', operator: 'above', value: 'abc' }] as const;
  await show(<RuleForm rule={{ ...RULE, event: 'channel.maintenance', conditions: [...conditions] }} />);
  const apply = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Apply');
  await act(async () => apply?.click());
  const said = [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent ?? '');
  expect(said).toContain('"abc" is not a number, but Channel ID must be a number.');
  expect(said.filter(text => text.endsWith('..'))).toEqual([]);
});

it('a limit that is not a whole number within the bounds stays as it was typed, and is not applied', async () => {
  await show(<RuleForm rule={RULE} />);
  const label = [...document.querySelectorAll('label')].find(own => own.textContent?.startsWith('At most one message'));
  const box = document.getElementById(label?.htmlFor ?? '') as HTMLInputElement;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await type('2000');
  expect(box.value).toBe('2000');
  const apply = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Apply');
  await act(async () => apply?.click());
  const said = [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
  expect(said).toContain('At most one message in (minutes): enter a whole number from 0 to 1,440.');
});
