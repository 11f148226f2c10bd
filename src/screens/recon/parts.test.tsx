// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext } from '../../ui/UiContext.ts';
import { ReconBody } from './parts.tsx';

const page = reactRoot();

it.each([
  [true, 'This page requires the server'],
  [false, 'The server could not process this request'],
])('a page that failed says whether the server was reached (unreachable: %s)', async (unreachable, title) => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        {/* The network is known to be lost only some time after the first failure. */}
        <UiContext.Provider value={{ online: true, timeZone: 'UTC' } as never}>
          <ReconBody read={{ data: null, problem: 'It failed.', unreachable, loading: false, reload: () => undefined }}>
            {() => null}
          </ReconBody>
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  expect(document.body.textContent).toContain(title);
});
