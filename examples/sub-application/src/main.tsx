import { createRoot, type Root } from 'react-dom/client';
import type { SubAppContext } from '../../../src/sync/base/subAppContract.ts';
import { App } from './App.tsx';
import './style.css';

let root: Root | null = null;

/** Called by the shell with an empty element. */
export function mount(element: HTMLElement, context: SubAppContext): void {
  root = createRoot(element);
  root.render(<App context={context} />);
}

/** Called by the shell when the page or the country is left. */
export function unmount(): void {
  root?.unmount();
  root = null;
}
