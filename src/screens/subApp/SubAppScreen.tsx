import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { BoxRegular, ErrorCircleRegular, PlugDisconnectedRegular } from '@fluentui/react-icons';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { SubAppContext } from '../../sync/base/subAppContract.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import type { Mount } from '../../domain/mounts.ts';
import { deployedAt, MANIFEST, type SubAppManifest } from '../../domain/subApplication.ts';
import {
  findDeployed,
  keepRelease,
  openDeployed,
  rememberSeen,
  requestOf,
  type LastSeen,
  type Opened,
} from '../../sync/actions/subApps.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { faultOf, runModule, textOf, type ModuleDeps, type ModuleFault } from './runModule.ts';

const useStyles = makeStyles({
  frame: { position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0 },
  // A separate stacking context, so that elements positioned by a module stay below the shell's menus and dialogs.
  module: { flex: '1 1 auto', minHeight: 0, overflow: 'auto', isolation: 'isolate', contain: 'layout' },
  path: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
});

/** Interval in milliseconds at which a mounted module checks for its own newer release while its page is visible. */
const LOOK_EVERY = 60_000;

interface SubAppScreenProps {
  mount: Mount;
  /** The page's name in the menu. */
  title: string;
  project: string;
  theme: SubAppContext['theme'];
  onHome: () => void;
  /**
   * Called when a release newer than the mounted one has been deployed (VER-1). Returns a function that removes the
   * notice.
   */
  onNewer: (loaded: number) => { released: (time: number) => void; close: () => void };
  /** Records a module's errors for developers to investigate (SHELL-14). */
  report: (area: string, error: unknown) => void;
}

type State = { kind: 'looking' } | Opened;

/** A module's style sheets, which stay in the page for as long as the module is mounted. */
async function addStyles(addresses: readonly string[]): Promise<() => void> {
  const links = addresses.map(href => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  await Promise.all(
    links.map(
      link =>
        new Promise<void>((resolve, reject) => {
          link.addEventListener('load', () => resolve());
          link.addEventListener('error', () => reject(new Error(`the style sheet ${link.href} could not be loaded`)));
          document.head.append(link);
        }),
    ),
  ).catch((error: unknown) => {
    for (const link of links) link.remove();
    throw error;
  });
  return () => {
    for (const link of links) link.remove();
  };
}

const load = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/** The page of a mount: the sub-application deployed there, or why there is none (SUBAPP-1, SUBAPP-2). */
export function SubAppScreen(props: SubAppScreenProps) {
  const { mount, title, onHome } = props;
  const [turn, setTurn] = useState(0);
  const [found, setFound] = useState<{ turn: number; state: State }>({ turn: -1, state: { kind: 'looking' } });
  const { online, timeZone } = useUi();
  const again = useCallback(() => setTurn(at => at + 1), []);
  useEffect(() => {
    let over = false;
    void openDeployed(mount.path).then(state => over || setFound({ turn, state }));
    return () => {
      over = true;
    };
  }, [mount.path, turn]);
  const state: State = found.turn === turn ? found.state : { kind: 'looking' };
  const retry = (
    <>
      <Button appearance="primary" onClick={again}>
        Retry
      </Button>
      <Button onClick={onHome}>Back to home</Button>
    </>
  );
  switch (state.kind) {
    case 'looking':
      return (
        <>
          <PageHeader title={title} />
          <Spinner label={`Opening ${title}`} />
        </>
      );
    case 'found':
      return <MountedApp key={turn} {...props} manifest={state.manifest} onRetry={again} />;
    case 'nothing':
      return (
        <>
          <PageHeader title={title} />
          <EmptyState
            icon={<BoxRegular />}
            title={`No sub-application is deployed for ${title}`}
            hint={<NothingDeployed mount={mount.path} />}
          >
            {retry}
          </EmptyState>
        </>
      );
    case 'unreadable':
      return (
        <>
          <PageHeader title={title} />
          <EmptyState
            icon={<ErrorCircleRegular />}
            title={`${title} cannot be opened`}
            hint={`${deployedAt(mount.path, MANIFEST)} cannot be used: ${state.problem}. Deploy it again, then retry.`}
            urgent
          >
            {retry}
          </EmptyState>
        </>
      );
    case 'unreachable':
      return (
        <>
          <PageHeader title={title} />
          <EmptyState
            icon={<PlugDisconnectedRegular />}
            {...unreachableTexts(mount.path, title, online ? 'online' : state.last, timeZone)}
            urgent
          >
            {retry}
          </EmptyState>
        </>
      );
  }
}

/**
 * The texts of a page that can neither reach the server nor open a cached release.
 *
 * @param last what the page met when the server could last be reached; 'online' if the server is only briefly missing
 */
export function unreachableTexts(
  mount: string,
  title: string,
  last: LastSeen | 'online' | null,
  timeZone: string,
): { title: string; hint: string } {
  const absent = `${title} is not on this device`;
  if (last === 'online')
    return { title: absent, hint: 'The server could not deliver its code. Try again in a moment.' };
  if (last === null)
    return {
      title: absent,
      hint: 'Open it once while the server can be reached; after that, it works offline as far as possible.',
    };
  const { at, state, problem } = last;
  const manifest = deployedAt(mount, MANIFEST);
  const seen = `The server cannot be reached. When this page was last opened online, at ${formatTime(at, timeZone)},`;
  switch (state) {
    case 'nothing':
      return {
        title: `No sub-application was deployed for ${title}`,
        hint: `${seen} nothing was found at ${manifest}. Retry once the server can be reached.`,
      };
    case 'unreadable':
      return {
        title: `${title} cannot be opened`,
        hint: `${seen} ${manifest} could not be used: ${problem}. Retry once the server can be reached.`,
      };
    case 'failed':
      return {
        title: absent,
        hint: `${seen} it did not start, so it was not saved on this device. Retry once the server can be reached.`,
      };
    case 'incomplete':
      return {
        title: absent,
        hint: `${seen} not all of its files could be saved on this device. Open it again once the server can be reached.`,
      };
  }
}

function NothingDeployed({ mount }: { mount: string }): ReactNode {
  const styles = useStyles();
  return (
    <>
      Nothing was found at <span className={styles.path}>{deployedAt(mount, MANIFEST)}</span>. To deploy one, create it
      with <span className={styles.path}>npm run subapp:new -- {mount}</span>, build it, and copy the result to the
      folder <span className={styles.path}>{mount}</span> of the server’s sub-applications (OPS_SUBAPPS). No restart is
      needed.
    </>
  );
}

interface MountedAppProps extends SubAppScreenProps {
  manifest: SubAppManifest;
  onRetry: () => void;
}

function MountedApp({ mount, manifest, title, project, theme, onHome, onNewer, onRetry, report }: MountedAppProps) {
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const { client, entity } = useSync();
  const { can, notify } = useUi();
  const router = useRouter();
  const [mounted, setMounted] = useState(false);
  const [fault, setFault] = useState<ModuleFault | null>(null);
  const { info } = client;
  // The module's context stays the same while it is mounted; only permissions are looked up on each request.
  const now = useRef({ can, notify, theme, report, onNewer });
  useEffect(() => {
    now.current = { can, notify, theme, report, onNewer };
  });

  useEffect(() => {
    const place = element.current;
    if (!place) return undefined;
    const base = `/${mount.path}`;
    const { name, currency, timeZone } = COUNTRIES[entity];
    const context: ModuleDeps['context'] = {
      base,
      person: {
        userId: info.userId,
        email: info.email,
        name: info.name,
        privilege: info.privilege,
        can: code => now.current.can(code),
      },
      entity: { country: entity, name, currency, timeZone },
      notices: {
        success: text => now.current.notify.success(text),
        info: text => now.current.notify.info(text),
        warning: text => now.current.notify.warning(text),
        error: text => now.current.notify.error(text),
      },
      navigation: {
        path: () => {
          const { pathname, search } = window.location;
          return pathname.slice(base.length) + search;
        },
        go: address => void router.navigate({ href: address }),
        subscribe: listener => router.subscribe('onResolved', () => listener()),
      },
      theme: now.current.theme,
    };
    const say = (area: string, message: string): void =>
      now.current.report(`sub-application ${mount.path}`, new Error(`${area}: ${message}`));
    let isFaulty = false;
    const newer = now.current.onNewer(manifest.release_time);
    const end = runModule({
      manifest,
      element: place,
      context,
      request: ended => requestOf({ userId: info.userId, entity, project, ended }),
      load,
      style: addStyles,
      after: (millis, run) => {
        const timer = setTimeout(run, millis);
        return () => clearTimeout(timer);
      },
      ticks: () => performance.now(),
      onMounted: () => {
        setMounted(true);
        keepRelease(manifest).catch((error: unknown) => {
          say('cache', textOf(error));
          void rememberSeen(mount.path, 'incomplete');
        });
      },
      onFault: met => {
        isFaulty = true;
        setFault(met);
        void rememberSeen(mount.path, 'failed');
        say(met.kind, met.message);
      },
      onLeaveFault: message => {
        // If the page already shows a fault, a second one needs no notice.
        if (!isFaulty) now.current.notify.error(`${message} The rest of Ops Portal is not affected.`);
        say('unmount', message);
      },
    });
    const onError = (event: ErrorEvent | PromiseRejectionEvent): void => {
      const message = faultOf(event, mount.path);
      if (message === null) return;
      setFault({ kind: 'running', message: `${manifest.name} ${manifest.version} reported an error: ${message}.` });
      if (event.type === 'error') say('running', message);
    };
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onError);
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      void findDeployed(mount.path).then(seen => seen.kind === 'found' && newer.released(seen.manifest.release_time));
    };
    const timer = setInterval(look, LOOK_EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onError);
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
      newer.close();
      end();
    };
  }, [manifest, mount.path, entity, info, project, router]);

  const failed = fault !== null && fault.kind !== 'running';
  return (
    <>
      <PageHeader title={title} />
      {fault?.kind === 'running' && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{fault.message} The rest of Ops Portal is not affected.</MessageBarBody>
          <MessageBarActions>
            <Button onClick={onRetry}>Restart</Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {failed && (
        <EmptyState
          icon={<ErrorCircleRegular />}
          title={fault.kind === 'newer' ? `${title} requires a newer shell` : `${title} is not running`}
          hint={`${fault.message} The rest of Ops Portal is not affected.`}
          urgent
        >
          {/* A browser remembers for as long as a page is open that code could not be loaded. */}
          <Button appearance="primary" onClick={fault.kind === 'load' ? () => window.location.reload() : onRetry}>
            Retry
          </Button>
          <Button onClick={onHome}>Back to home</Button>
        </EmptyState>
      )}
      {!mounted && !failed && <Spinner label={`Starting ${manifest.name} ${manifest.version}`} />}
      {!failed && (
        <div className={styles.frame}>
          <div ref={element} className={styles.module} data-sub-application={mount.path} />
        </div>
      )}
    </>
  );
}
