// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { ImportBatch } from '../../contract/imports/batches.ts';
import { BatchResult } from './BatchResult.tsx';

const page = reactRoot();

it.each([
  [0, '', 'In Progress'],
  [1, '', 'In Progress'],
  [2, '1 changed', 'Successful1 changed'],
  [3, 'The file has errors.', 'FailedThe file has errors.'],
] as const)('batch status %d is shown with the words of CDT-12 and its effect: %s', (status, result, text) => {
  const batch = { status, result } as ImportBatch;
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <BatchResult batch={batch} />
      </FluentProvider>,
    ),
  );
  expect(document.body.textContent).toContain(text);
  expect(document.body.textContent?.replace(text, '')).not.toMatch(/In Progress|Successful|Failed/);
});
