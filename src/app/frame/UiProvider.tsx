import { useRouter } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import { allows, PRIVILEGE } from '../../domain/permission.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import type { StoredSession } from '../../sync/session/session.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { draftStore } from '../drafts.ts';
import { leaveGuard } from '../leaveGuard.ts';
import { createNotify } from '../notices/notify.ts';
import { notices } from '../notices/noticeStore.ts';
import { principalOf } from '../session/principal.ts';
import { currentSession } from '../session/sessionStore.ts';
import { switchCountry } from '../session/switchCountry.ts';

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
      online,
      userKey: String(info.userId),
      person: { email: info.email, admin: info.privilege !== PRIVILEGE.normal, category: info.category },
      drafts,
      guardLeaving,
    };
  }, [info, online, drafts, guardLeaving, notify]);
  return <UiContext.Provider value={ui}>{children}</UiContext.Provider>;
}
