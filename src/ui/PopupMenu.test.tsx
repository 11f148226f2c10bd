// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { PopupMenu } from './PopupMenu.tsx';

const page = reactRoot();

it('the menu keeps the focus when loaded content replaces its own, so that Escape still closes it', () => {
  const anchor = createRef<HTMLButtonElement>();
  const onClose = vi.fn<() => void>();
  const show = (label: string) =>
    act(() =>
      page.root.render(
        <FluentProvider theme={webLightTheme}>
          <button ref={anchor} type="button">
            Views
          </button>
          <PopupMenu
            label="Views"
            anchor={anchor}
            groups={[{ items: [{ key: label, label, run: () => undefined }] }]}
            onClose={onClose}
          />
        </FluentProvider>,
      ),
    );
  show('Reading');
  expect(document.activeElement?.textContent).toBe('Reading');
  show('Jakarta');
  expect(document.activeElement?.textContent).toBe('Jakarta');
  act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalledOnce();
});
