import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { isFocusLost } from '../../ui/useFocusBack.ts';
import { NoticeDetail, NoticeIcon } from './noticeLook.tsx';
import { notices, type Notice } from './noticeStore.ts';
import { stackOf } from './stack.ts';
import { topModal, useModalHost } from './useModalHost.ts';

const MOST = 5;

const useStyles = makeStyles({
  stack: {
    position: 'fixed',
    top: '56px',
    right: '12px',
    // Above dialogs: an error of a dialog's Apply must be seen.
    zIndex: 2_000_000,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    width: 'min(400px, calc(100vw - 24px))',
    pointerEvents: 'none',
  },
  notice: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderLeftWidth: tokens.strokeWidthThickest,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
  },
  error: { borderLeftColor: tokens.colorStatusDangerBorder2 },
  warning: { borderLeftColor: tokens.colorStatusWarningBorder2 },
  success: { borderLeftColor: tokens.colorStatusSuccessBorder2 },
  info: { borderLeftColor: tokens.colorNeutralStroke1 },
  detail: { color: tokens.colorNeutralForeground2 },
  text: { flexGrow: 1, minWidth: 0, paddingTop: '2px', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  action: { flexShrink: 0, whiteSpace: 'nowrap' },
  times: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  more: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
  },
});

/**
 * The notices of now, newest first, at the top right; at most five, the others are counted. While a modal is open they are part
 * of it, so that what they offer can be reached by everyone.
 */
export function NoticeStack() {
  const host = useModalHost();
  return host ? createPortal(<Stack />, host) : <Stack />;
}

/**
 * A notice that is taken or closed by the keyboard gives the focus back to where it came from, not to the next notice: one more
 * Enter would take something else back.
 */
function useWayBack() {
  const from = useRef<Element | null>(null);
  const inside = useRef(false);
  const goBack = useCallback((): void => {
    if (!inside.current || !isFocusLost()) return;
    inside.current = false;
    const surface = topModal(document);
    const was = from.current;
    const isBack = was instanceof HTMLElement && was.isConnected && (surface?.contains(was) ?? true);
    (isBack ? was : (surface ?? document.querySelector<HTMLElement>('main')))?.focus();
  }, []);
  useLayoutEffect(goBack);
  // The last one takes the whole stack with it.
  useLayoutEffect(() => () => queueMicrotask(goBack), [goBack]);
  return {
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent) => {
      inside.current = true;
      if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    onBlur: () => {
      inside.current = false;
    },
  };
}

function Stack() {
  const styles = useStyles();
  const way = useWayBack();
  const { shown } = useSyncExternalStore(notices.subscribe, notices.get);
  const { notices: stack, alike } = stackOf(shown);
  const hidden = stack.length - MOST;
  return (
    // The pointer only holds what would leave by itself; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.stack}
      aria-label="Notices"
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => notices.hold(true)}
      onPointerLeave={() => notices.hold(false)}
      onFocus={event => {
        way.onFocus(event);
        notices.hold(true);
      }}
      onBlur={() => {
        way.onBlur();
        notices.hold(false);
      }}
    >
      {stack.slice(0, MOST).map(notice => (
        <NoticeCard key={notice.id} notice={notice} alike={alike.get(notice.id) ?? 0} />
      ))}
      {hidden > 0 && (
        <div className={mergeClasses(styles.notice, styles.more)}>
          <span>+{hidden} more</span>
          <Button size="small" appearance="subtle" onClick={() => notices.closeAll()}>
            Close all
          </Button>
        </div>
      )}
    </section>
  );
}

function NoticeCard({ notice, alike }: { notice: Notice; alike: number }) {
  const styles = useStyles();
  const { action } = notice;
  return (
    <div
      className={mergeClasses(styles.notice, styles[notice.kind])}
      role={notice.kind === 'error' ? 'alert' : undefined}
    >
      <NoticeIcon kind={notice.kind} />
      <div className={styles.text}>
        <span>{notice.text}</span>
        {notice.times > 1 && <span className={styles.times}> ({notice.times} times)</span>}
        <NoticeDetail notice={notice} className={styles.detail} />
        {alike > 0 && <div className={styles.times}>{alike} more in notifications</div>}
      </div>
      {action && (
        <Button size="small" className={styles.action} onClick={() => notices.take(notice.id)}>
          {action.label}
        </Button>
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label="Close notice"
        onClick={() => notices.dismiss(notice.id)}
      />
    </div>
  );
}
