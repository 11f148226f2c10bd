import { expect, it, vi } from 'vitest';
import { defineListScreen, featureProblem } from './definition.ts';

it('a permission code is valid only if it is an existing feature code (PERM-16)', () => {
  expect(featureProblem('channel_management.serviceable_area')).toBeNull();
  expect(featureProblem('channel_management.serviceable_area.read')).toMatch(/names an action/);
  expect(featureProblem('channel_management.nothing')).toMatch(/does not exist/);
});

it('an invalid permission code is logged and does not throw (PERM-16)', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const definition = defineListScreen({
    id: 'x',
    title: 'X',
    feature: 'nothing.write',
    source: { rowKey: () => '' },
    columns: [],
    filters: [],
    operations: [],
    rowActions: [],
    dialogs: {},
    texts: { idle: '', empty: '', none: '' },
  });
  expect(definition.id).toBe('x');
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
