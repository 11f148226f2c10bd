// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import { STANDARD_LAYOUT } from '../../../domain/homeTiles.ts';
import { TileGrid } from './TileGrid.tsx';

const tiles = {
  contents: new Map([
    ['writes', null],
    ['imports', null],
  ] as const),
  activity: null,
  read: { loading: true, data: null },
} as never;

function Home() {
  const [layout, arrange] = useState(STANDARD_LAYOUT);
  return <TileGrid tiles={tiles} layout={layout} arranging onArrange={arrange} />;
}

const page = reactRoot();

it('if a tile is hidden or shown by keyboard, the focus stays in the grid and the change is announced', async () => {
  await act(async () => page.root.render(<Home />));
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const press = async (label: string) => {
    const button = document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
    await act(async () => {
      button?.focus();
      button?.click();
    });
  };
  const [writes, imports] = ['Your changes', 'Your imports and bulk changes'];
  await press(`Hide ${writes}`);
  await vi.waitFor(() => expect(focused()).toBe(`Hide ${imports}`));
  expect(document.querySelector('output')?.textContent).toBe(`${writes} is hidden.`);
  // Nothing is left to hide, so the focus moves to what shows the tile again.
  await press(`Hide ${imports}`);
  await vi.waitFor(() => expect(focused()).toBe(`Show ${imports}`));
  await press(`Show ${writes}`);
  await vi.waitFor(() => expect(focused()).toBe(`Move ${writes}: arrow keys`));
  expect(document.querySelector('output')?.textContent).toBe(`${writes} is shown.`);
});
