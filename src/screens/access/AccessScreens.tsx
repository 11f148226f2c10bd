import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useUi } from '../../ui/UiContext.ts';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { HistoryBody } from './HistoryBody.tsx';
import { PasskeysBody } from './PasskeysBody.tsx';
import { ACCESS_TABS, HISTORY_PATH, PASSKEYS_PATH, SESSIONS_PATH, TOKENS_PATH } from './pages.ts';
import { SessionsBody } from './SessionsBody.tsx';
import { TokensBody } from './TokensBody.tsx';

const useStyles = makeStyles({
  text: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2, maxWidth: '760px' },
});

/** The frame of the My access pages: title, tabs, and a description of the current page. */
function AccessPage({ path, text, children }: { path: string; text: string; children: ReactNode }) {
  const styles = useStyles();
  const { person } = useUi();
  // Passkeys are for administrators; a former administrator still sees this page while it is open.
  const tabs = ACCESS_TABS.filter(({ value }) => value !== PASSKEYS_PATH || person.admin || value === path);
  return (
    <TabbedPage title="My Access" label="My Access pages" tabs={tabs} current={path}>
      <p className={styles.text}>{text}</p>
      {children}
    </TabbedPage>
  );
}

/** The devices on which the person is signed in. */
export const SessionsScreen = () => (
  <AccessPage
    path={SESSIONS_PATH}
    text="Where you are signed in. End any session you do not recognize, and ask an administrator for a new password link."
  >
    <SessionsBody />
  </AccessPage>
);

/** When and from where someone signed in as this person, or tried to. */
export const HistoryScreen = () => (
  <AccessPage
    path={HISTORY_PATH}
    text="Sign-ins to your account, including failed attempts, from the last 180 days (at most 200 entries)."
  >
    <HistoryBody />
  </AccessPage>
);

/** API tokens for the person's scripts. */
export const TokensScreen = () => (
  <AccessPage
    path={TOKENS_PATH}
    text="Scripts call Ops Portal with a token instead of your password. A token has only the rights that you choose for it, and loses a right if you lose it."
  >
    <TokensBody />
  </AccessPage>
);

/** An administrator's passkeys, or those that a former administrator still needs to sign in. */
export function PasskeysScreen() {
  const { person } = useUi();
  return (
    <AccessPage
      path={PASSKEYS_PATH}
      text={
        person.admin
          ? 'After your password, you sign in with a passkey on your device or security key. Register two so that losing one does not lock you out; otherwise another System Admin has to remove it.'
          : 'Administrators sign in with a passkey after their password. If you registered passkeys as an administrator, you still sign in with one until you remove them.'
      }
    >
      <PasskeysBody />
    </AccessPage>
  );
}
