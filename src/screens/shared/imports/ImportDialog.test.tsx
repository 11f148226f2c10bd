// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import { importById } from '../../../contract/imports/registry.ts';
import type { ImportDeclaration } from '../../../domain/import/declaration.ts';
import { UiContext, type Ui } from '../../../ui/UiContext.ts';
import { ImportDialog } from './ImportDialog.tsx';

interface Shown {
  onApply: () => Promise<void>;
  onClose: () => void;
}
const world = vi.hoisted(() => ({
  shown: null as unknown,
  discard: vi.fn<(client: unknown, id: string) => Promise<void>>(),
}));
vi.mock('../../../ui/upload/UploadDialog.tsx', () => ({
  UploadDialog: (props: unknown) => {
    world.shown = props;
    return null;
  },
}));
vi.mock('../../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../../sync/hooks/useImports.ts', () => ({ useImport: () => undefined }));
vi.mock('../../../sync/hooks/useImportWork.ts', () => {
  const state = { files: [], check: null, compare: null };
  const work = {
    forSending: async () => [],
    comparedSince: async () => null,
    brings: async () => null,
    getSnapshot: () => state,
    sent: async () => undefined,
  };
  return { useImportWork: () => ({ work, state }) };
});
vi.mock('../../../sync/actions/imports.ts', async original => ({
  ...(await original<object>()),
  applyImport: async () => 'made',
  discardImport: world.discard,
}));

const page = reactRoot();

it('an import that could not be discarded is reported, because it is still sent', async () => {
  const said: string[] = [];
  const ui = { entity: 'ID', online: true, notify: { error: (text: string) => said.push(text) } } as unknown as Ui;
  const close = vi.fn<() => void>();
  await act(async () =>
    page.root.render(
      <UiContext.Provider value={ui}>
        <ImportDialog declaration={importById('channelLocation') as ImportDeclaration} close={close} />
      </UiContext.Provider>,
    ),
  );
  const shown = () => world.shown as Shown;
  await act(async () => shown().onApply());
  world.discard.mockRejectedValueOnce(new Error('The disk is broken.'));
  await act(async () => shown().onClose());
  expect([world.discard.mock.calls[0]?.[1], close.mock.calls.length]).toEqual(['made', 1]);
  expect(said).toEqual(['The import was not discarded. The disk is broken. Discard it in "Changes on this device".']);
});
