import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Country } from '../../domain/country.ts';
import { formatClock, formatTime } from '../../domain/format.ts';
import { PageLink } from '../../screens/shared/PageLink.tsx';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { usePopupStyles } from '../frame/popupStyles.ts';
import { NoticeDetail, NoticeIcon } from './noticeLook.tsx';
import { notices, type Notice } from './noticeStore.ts';
import { serverBell } from './serverBell.ts';

const useStyles = makeStyles({
  surface: { width: '380px' },
  head: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  lines: { whiteSpace: 'pre-wrap' },
  action: { flexShrink: 0, alignSelf: 'flex-start', whiteSpace: 'nowrap' },
});

/** Age in milliseconds after which a notice's time is shown with its date. */
const HALF_DAY = 12 * 60 * 60 * 1000;
const isOld = ({ at }: Notice): boolean => Date.now() - at > HALF_DAY;

/**
 * A subject that links to its page. The router does not read the country in an address (docs/shell.md), so a page of
 * another country is loaded anew, and the console then offers to switch.
 */
function Subject({ page, subject, country }: { page: string; subject: string; country: Country }) {
  const { entity } = useUi();
  const { link } = useLinkStyles();
  return country === entity ? (
    <PageLink href={page}>{subject}</PageLink>
  ) : (
    <a className={link} href={page}>
      {subject}
    </a>
  );
}

/** The panel that the bell opens: the person's notifications, and this tab's notices since the person signed in, newest first. */
export function NoticeHistory() {
  const styles = useStyles();
  const popup = usePopupStyles();
  const { timeZone } = useUi();
  const { history } = useSyncExternalStore(notices.subscribe, notices.get);
  const { known, markRead } = useSyncExternalStore(serverBell.subscribe, serverBell.get);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const told = known?.list ?? [];
  // A message that waited, or that is sent again, has a lower id than those before it.
  const unseen = told.flatMap(({ id, at, read }) => (read ? [] : [`${id} ${at}`])).join();
  // Notifications that arrive while the panel is open are seen, too.
  useEffect(() => {
    if (unseen !== '') markRead();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each new notification
  }, [unseen]);
  return (
    <section
      ref={ref}
      aria-label="Notices in this tab"
      tabIndex={-1}
      className={mergeClasses(popup.surface, popup.right, styles.surface)}
    >
      {told.length > 0 && (
        <>
          <div className={popup.head}>
            <h2 className={styles.head}>Notifications</h2>
          </div>
          <ul className={styles.list} aria-label="Notifications">
            {told.map(({ id, at, subject, body, critical, country, page }) => (
              <li key={id} className={styles.row}>
                <NoticeIcon kind={critical ? 'warning' : 'info'} />
                <span className={styles.text}>
                  <strong>{page ? <Subject {...{ page, subject, country }} /> : subject}</strong>
                  <div className={popup.muted}>
                    {country} <time dateTime={new Date(at * 1000).toISOString()}>{formatTime(at, timeZone)}</time>
                  </div>
                  <div className={mergeClasses(popup.muted, styles.lines)}>{body}</div>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={popup.head}>
        <h2 className={styles.head}>Notices</h2>
      </div>
      {history.length === 0 ? (
        <div className={mergeClasses(popup.head, popup.muted)}>No notices in this tab since you signed in.</div>
      ) : (
        <ul className={styles.list}>
          {history.map(notice => (
            <li key={notice.id} className={styles.row}>
              <NoticeIcon kind={notice.kind} />
              <span className={styles.text}>
                {notice.text}
                {notice.times > 1 && ` (${notice.times} times)`}
                <NoticeDetail notice={notice} className={popup.muted} />
              </span>
              {notice.action?.passing && (
                <Button size="small" className={styles.action} onClick={() => notices.take(notice.id)}>
                  {notice.action.label}
                </Button>
              )}
              <time className={popup.muted} dateTime={new Date(notice.at).toISOString()}>
                {isOld(notice) ? formatTime(Math.floor(notice.at / 1000), timeZone) : formatClock(notice.at, timeZone)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
