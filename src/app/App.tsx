import { FluentProvider, RendererProvider } from '@fluentui/react-components';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CrashBoundary } from './CrashBoundary.tsx';
import { NoticeStack } from './notices/NoticeStack.tsx';
import { router } from './router.ts';
import { createStyleRenderer } from './theme/styleRenderer.ts';
import { useTheme } from './theme/useTheme.ts';

const styleRenderer = createStyleRenderer();

/** The console: theme, notices and routes, under the last safety net. */
export function App() {
  const { theme, name } = useTheme();
  useEffect(() => {
    // The browser's own parts (scroll bars, date pickers, the install bar) follow the theme.
    document.documentElement.style.colorScheme = name === 'contrast' ? '' : name;
    document.body.style.backgroundColor = theme.colorNeutralBackground1;
  }, [theme, name]);
  return (
    <CrashBoundary>
      <RendererProvider renderer={styleRenderer}>
        <FluentProvider theme={theme}>
          <CrashBoundary>
            <RouterProvider router={router} />
          </CrashBoundary>
          <NoticeStack />
        </FluentProvider>
      </RendererProvider>
    </CrashBoundary>
  );
}
