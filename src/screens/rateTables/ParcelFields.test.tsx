// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useCallback, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { NOWHERE } from '../shared/leadTime/leadTimeState.ts';
import { ParcelFields, type AskedWay } from './ParcelFields.tsx';
import { EMPTY_FORM } from './quoteForm.ts';

const PATH = [{ locationId: 1, name: 'Jawa Barat', parentId: 0, level: 0 }];
vi.mock('../../sync/hooks/usePlaces.ts', () => ({
  useLocationPath: () => PATH,
  useLocationChildren: () => PATH,
}));

const page = reactRoot();
const ui = { entity: 'ID', online: true } as unknown as Ui;
const ignore = () => undefined;
const given = vi.fn<() => void>();
/** More calls than the fields ever need; the page stops here instead of rendering forever. */
const MOST = 40;

function Page() {
  const [way, setWay] = useState<AskedWay>({ origin: NOWHERE, destination: { ...NOWHERE, id: '1' } });
  const onWay = useCallback((end: keyof AskedWay, part: object) => {
    given();
    if (given.mock.calls.length < MOST) setWay(was => ({ ...was, [end]: { ...was[end], ...part } }));
  }, []);
  return (
    <ParcelFields
      form={{ ...EMPTY_FORM, destination: '1' }}
      errors={{}}
      way={way}
      currency="IDR"
      measured={false}
      onForm={ignore}
      onWay={onWay}
    />
  );
}

it('a page that keeps what its fields find out about a place is not rendered again and again', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <Page />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  expect(document.querySelectorAll('input').length).toBeGreaterThan(5);
  expect(given.mock.calls.length).toBeGreaterThan(0);
  expect(given.mock.calls.length).toBeLessThan(MOST);
});
