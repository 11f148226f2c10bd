import { createRoot } from 'react-dom/client';
import { loadTimeFormats } from '../domain/format.ts';
import { App } from './App.tsx';
import { router } from './router.ts';
import { hideComposedKeys } from './composition.ts';
import { tabSession } from './activity/tabSession.ts';
import { keepForPerson } from './notices/forPerson.ts';
import { browserStorage, createKeeper } from './notices/keptNotices.ts';
import { notices } from './notices/noticeStore.ts';
import { subscribeSession } from './session/sessionStore.ts';
import { wakeWhenStalled } from '../sync/ops/opsClient.ts';
import { startBehind } from './startBehind.ts';
import { listenForInstall } from './installPrompt.ts';
import { loadFirstTheme } from './theme/useTheme.ts';

// Installed before any other listener.
hideComposedKeys(window);
wakeWhenStalled();
listenForInstall();
keepForPerson(
  notices,
  listener => subscribeSession(next => listener(next?.session.info.userId ?? null)),
  createKeeper(browserStorage, tabSession(), Date.now),
);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The page's code loads in parallel with the session request, not after it.
for (const route of router.getMatchedRoutes(location.pathname)[0]) {
  router.loadRouteChunk(route)?.catch(() => undefined);
}
void loadFirstTheme().then(() => createRoot(root).render(<App />));
startBehind();
// Shown while session and list code are loading.
loadTimeFormats();
