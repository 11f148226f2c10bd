import { useRouter } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import { allows, PRIVILEGE } from '../../domain/permission.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import type { StoredSession } from '../../sync/session/session.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { UiContext, type OnceShown, type Ui } from '../../ui/UiContext.ts';
import { draftStore } from '../drafts.ts';
import { leaveGuard } from '../leaveGuard.ts';
import { createNotify } from '../notices/notify.ts';
import { notices } from '../notices/noticeStore.ts';
import { principalOf } from '../session/principal.ts';
import { currentSession } from '../session/sessionStore.ts';
import { switchCountry } from '../session/switchCountry.ts';

const SecretDialog = lazyPart(() => import('../../ui/SecretDialog.tsx').then(module => module.SecretDialog));

/** Provides the shared components with permissions, country, time zone, notices and network state. */
export function UiProvider({ session, children }: { session: StoredSession; children: ReactNode }) {
  const { network } = useSyncStatus();
  const { info } = session;
  const online = network !== 'offline';
  const drafts = useMemo(() => draftStore(info.userId), [info.userId]);
  const notify = useMemo(
    () => createNotify(notices, () => currentSession()?.session.info.userId === info.userId),
    [info.userId],
  );
  /** Secrets that are shown one after another, with the person to whom they belong. */
  const [secrets, setSecrets] = useState<readonly { userId: number; secret: OnceShown }[]>([]);
  const [shown] = secrets.filter(({ userId }) => userId === info.userId);
  const { history } = useRouter();
  const guardLeaving = useMemo(() => leaveGuard(history), [history]);
  const ui = useMemo<Ui>(() => {
    const who = principalOf(info);
    return {
      can: code => allows(who, info.currentEntity, code),
      entity: info.currentEntity,
      countries: info.entities.map(row => row.country),
      switchCountry: country => void switchCountry(country),
      timeZone: COUNTRIES[info.currentEntity].timeZone,
      notify,
      showOnce: secret => setSecrets(all => [...all, { userId: info.userId, secret }]),
      online,
      userKey: String(info.userId),
      person: { email: info.email, admin: info.privilege !== PRIVILEGE.normal, category: info.category },
      drafts,
      guardLeaving,
    };
  }, [info, online, drafts, guardLeaving, notify]);
  return (
    <UiContext.Provider value={ui}>
      {children}
      {shown && (
        <SecretDialog
          key={shown.secret.value}
          secret={shown.secret}
          close={() => setSecrets(all => all.filter(each => each !== shown))}
        />
      )}
    </UiContext.Provider>
  );
}
