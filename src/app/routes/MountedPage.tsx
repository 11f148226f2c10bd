import { useNavigate } from '@tanstack/react-router';
import type { Mount } from '../../domain/mounts.ts';
import { SubAppScreen } from '../../screens/subApp/SubAppScreen.tsx';
import type { SubAppContext } from '../../sync/base/subAppContract.ts';
import { useShell } from '../appContext.ts';
import { reportError } from '../monitoring.ts';
import { notices } from '../notices/noticeStore.ts';
import { createReleaseNotice } from '../release/releaseNotice.ts';
import { projectNameOf } from '../subApps.ts';

/** The page's theme, which the shell sets on the document. */
const theme: SubAppContext['theme'] = {
  current: () => {
    const shown = document.documentElement.dataset['theme'];
    return shown === 'dark' || shown === 'contrast' ? shown : 'light';
  },
  subscribe: listener => {
    const observer = new MutationObserver(() => listener());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  },
};

/** VER-2: Reload reloads the page after 200 ms. */
const RELOAD_AFTER = 200;

/** The new-release notice of a mounted module, with the same text and button as the shell's notice (VER-1 to VER-3). */
function onNewer(loaded: number): { released: (time: number) => void; close: () => void } {
  let shown: number | null = null;
  const { released } = createReleaseNotice({
    loaded,
    notices: {
      get: notices.get,
      close: notices.close,
      add: (...notice) => (shown = notices.add(...notice)),
    },
    onClosed: () => undefined,
    onNewer: () => undefined,
    reload: () => void setTimeout(() => location.reload(), RELOAD_AFTER),
  });
  return { released, close: () => shown !== null && notices.close(shown) };
}

/** A sub-application, with what the shell gives to it. */
export function MountedPage({ mount }: { mount: Mount }) {
  const navigate = useNavigate();
  const title = useShell().place?.entry.name ?? mount.title;
  return (
    <SubAppScreen
      mount={mount}
      title={title}
      project={projectNameOf(`/${mount.path}`)}
      theme={theme}
      onHome={() => void navigate({ to: '/' })}
      onNewer={onNewer}
      report={reportError}
    />
  );
}
