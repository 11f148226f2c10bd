import { FluentProvider, RendererProvider } from '@fluentui/react-components';
import { RouterProvider } from '@tanstack/react-router';
import { CrashBoundary } from './CrashBoundary.tsx';
import { NoticeStack } from './notices/NoticeStack.tsx';
import { router } from './router.ts';
import { createStyleRenderer } from './theme/styleRenderer.ts';
import { useTheme } from './theme/useTheme.ts';

const styleRenderer = createStyleRenderer();

/** The themes' values are in style sheets. */
const NO_VALUES = {};

/** The console: theme, notices and routes, under the last safety net. */
export function App() {
  useTheme();
  return (
    <CrashBoundary>
      <RendererProvider renderer={styleRenderer}>
        <FluentProvider theme={NO_VALUES}>
          <CrashBoundary>
            <RouterProvider router={router} />
          </CrashBoundary>
          <NoticeStack />
        </FluentProvider>
      </RendererProvider>
    </CrashBoundary>
  );
}
