// @vitest-environment happy-dom
import { act } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { CUT, CutText } from './CutText.tsx';

const page = reactRoot();
const useStyles = makeStyles({ cut: CUT });
/** A cell's text, whose classes depend only on its styles. The style sheets themselves are shared with other tests. */
const CellText = () => <em className={useStyles().cut} />;

it('a long text in a custom cell is truncated like that of other cells, and the tooltip has all of it', () => {
  const text = 'Kurir '.repeat(40);
  act(() =>
    page.root.render(
      <>
        <CutText text={text} />
        <CellText />
      </>,
    ),
  );
  const span = document.querySelector<HTMLElement>('[data-full]');
  expect(span?.dataset['full']).toBe(text);
  expect(CUT.overflow).toBe('hidden');
  expect(span?.className).not.toBe('');
  expect(span?.className).toBe(document.querySelector('em')?.className);
});
