import { FluentProvider, RendererProvider } from '@fluentui/react-components';
import { RouterProvider } from '@tanstack/react-router';
import { CrashBoundary } from './CrashBoundary.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../ui/lazyPart.tsx';
import { notices } from './notices/noticeStore.ts';
import { router } from './router.ts';
import { createStyleRenderer } from './theme/styleRenderer.ts';
import { useTheme } from './theme/useTheme.ts';

const NoticeStack = lazyPart(
  () => import('./notices/NoticeStack.tsx').then(module => module.NoticeStack),
  () => null,
);

/** Delay in milliseconds before the empty notice area is added, so that screen readers announce the first notice. */
const FIRST_LIST_DRAWN = 3000;

/** The notices, loaded later so that they do not delay the first list. */
function Notices() {
  const { shown } = useSyncExternalStore(notices.subscribe, notices.get);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_LIST_DRAWN);
    return () => clearTimeout(timer);
  }, []);
  return due || shown.length > 0 ? <NoticeStack /> : null;
}

const styleRenderer = createStyleRenderer();

/** The theme values are defined in style sheets. */
const NO_VALUES = {};

/** The console: theme, notices and routes, wrapped in the outermost error boundary. */
export function App() {
  useTheme();
  return (
    <CrashBoundary>
      <RendererProvider renderer={styleRenderer}>
        <FluentProvider theme={NO_VALUES}>
          <CrashBoundary>
            <RouterProvider router={router} />
          </CrashBoundary>
          <Notices />
        </FluentProvider>
      </RendererProvider>
    </CrashBoundary>
  );
}
