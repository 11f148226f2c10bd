import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { notices } from '../notices/noticeStore.ts';
import { serverBell } from '../notices/serverBell.ts';
import { usePopupStyles } from './popupStyles.ts';
import { usePopup } from './usePopup.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const NoticeHistory = lazyPart(() => import('../notices/NoticeHistory.tsx').then(module => module.NoticeHistory));

const ServerBellReader = lazyPart(
  () => import('../notices/ServerBellReader.tsx').then(module => module.ServerBellReader),
  () => null,
);

/** Delay in milliseconds before notifications are read, so that the first list is rendered first. */
const FIRST_LIST_DRAWN = 4000;

const useStyles = makeStyles({
  count: {
    position: 'absolute',
    top: '1px',
    right: '0px',
    minWidth: '16px',
    height: '16px',
    boxSizing: 'border-box',
    padding: '0 4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    textAlign: 'center',
    pointerEvents: 'none',
  },
});

/** Opens the notice history, which includes notices that disappeared on their own. */
export function Bell() {
  const styles = useStyles();
  const popup = usePopupStyles();
  const { open, toggle, rootRef } = usePopup();
  const { unread: here } = useSyncExternalStore(notices.subscribe, notices.get);
  const { known } = useSyncExternalStore(serverBell.subscribe, serverBell.get);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_LIST_DRAWN);
    return () => clearTimeout(timer);
  }, []);
  const unread = here + (known?.unread ?? 0);
  return (
    <div className={popup.root} ref={rootRef}>
      <Button
        appearance="subtle"
        icon={<AlertRegular />}
        aria-label={unread === 0 ? 'Notices' : `Notices, ${unread} new`}
        aria-expanded={open}
        onClick={() => {
          notices.markRead();
          toggle();
        }}
      />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > 9 ? '9+' : unread}
        </span>
      )}
      {open && <NoticeHistory />}
      {due && <ServerBellReader />}
    </div>
  );
}
