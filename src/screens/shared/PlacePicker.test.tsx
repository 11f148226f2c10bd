// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { FieldControl } from '../../ui/form/FormRow.tsx';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { PlacePicker } from './PlacePicker.tsx';

const PATH = [{ locationId: 1, name: 'Jawa Barat', parentId: 0, level: 0 }];
vi.mock('../../sync/hooks/usePlaces.ts', () => ({
  useLocationPath: () => PATH,
  useLocationChildren: (parent: number) => (parent === 0 ? PATH : [{ locationId: 2, name: 'Bandung', parentId: 1 }]),
}));

const page = reactRoot();
const ui = { entity: 'ID', online: true } as unknown as Ui;
const control = { id: 'place', label: 'Location', disabled: false, invalid: false } as unknown as FieldControl;
const stray = vi.fn<(problem: string | null) => void>();
const ignore = () => undefined;
const input = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);

/** Types a name and leaves the input. */
async function type(label: string, text: string): Promise<void> {
  const box = input(label);
  await act(async () => box?.focus());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => box?.blur());
}

it('a name that is not a place is reported until it is corrected, whatever happens to another level', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <PlacePicker control={control} deepest={1} value="1" onChange={ignore} onPath={ignore} onStray={stray} />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  await type('City', 'Nowhere');
  expect(stray).toHaveBeenLastCalledWith(expect.stringContaining('no city "Nowhere"'));
  await type('State', 'Nirgends');
  await type('City', '');
  expect(document.body.textContent).toContain('There is no state "Nirgends"');
  expect(stray).toHaveBeenLastCalledWith(expect.stringContaining('no state "Nirgends"'));
  await type('State', '');
  expect(stray).toHaveBeenLastCalledWith(null);
});
