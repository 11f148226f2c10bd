import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { PHONE } from '../frame/layout.ts';
import { isFocusLost } from '../../ui/useFocusBack.ts';
import { NoticeDetail, NoticeIcon } from './noticeLook.tsx';
import { notices, type Notice } from './noticeStore.ts';
import { stackOf } from './stack.ts';
import { topModal, useModalHost } from './useModalHost.ts';

/** Maximum number of notices in the strip; additional ones are only counted. */
const MOST = 3;

const useStyles = makeStyles({
  stack: {
    position: 'fixed',
    left: 0,
    right: 0,
    bottom: 0,
    // Shown above dialogs, so that an error caused by a dialog's Apply is visible.
    zIndex: 2_000_000,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'row-reverse',
    alignItems: 'flex-end',
    gap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalM}`,
    pointerEvents: 'none',
    [PHONE]: { flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalXXS },
    ':empty': { display: 'none' },
  },
  notice: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    minHeight: '22px',
    padding: `0 ${tokens.spacingHorizontalXS} 0 ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderLeftWidth: tokens.strokeWidthThickest,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow4,
    pointerEvents: 'auto',
  },
  error: { borderLeftColor: tokens.colorStatusDangerBorder2 },
  warning: { borderLeftColor: tokens.colorStatusWarningBorder2 },
  success: { borderLeftColor: tokens.colorStatusSuccessBorder2 },
  info: { borderLeftColor: tokens.colorNeutralStroke1 },
  detail: { color: tokens.colorNeutralForeground2 },
  text: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    flexGrow: 1,
    minWidth: 0,
    // A long reason is shown in full: the strip grows, and the page ends above it.
    maxHeight: '25vh',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
  action: { flexShrink: 0, whiteSpace: 'nowrap', minHeight: '20px', height: '20px', [PHONE]: { height: 'auto' } },
  times: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  more: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    flexShrink: 0,
    whiteSpace: 'nowrap',
  },
});

/**
 * The current notices, newest first, in their own strip at the bottom of the window, where they cover no control; at
 * most three are shown, and the rest counted. While a modal is open, they are rendered inside it, so that their actions
 * can be reached.
 */
export function NoticeStack() {
  const host = useModalHost();
  return host ? createPortal(<Stack />, host) : <Stack />;
}

/**
 * Accepting or closing a notice with the keyboard returns the focus to where it was before instead of moving it to the
 * next notice, because another Enter would undo something else.
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
  // Closing the last one removes the whole stack.
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

/** Ends the page and its dialogs above the strip, however tall the notices are. */
function useRoom(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = strip;
    if (!current || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      // The reserved height in base.css is the minimum.
      style.removeProperty('--notices-room');
      const least = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--notices-room'));
      if (current.offsetHeight > least) style.setProperty('--notices-room', `${current.offsetHeight}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices-room');
    };
  }, [strip]);
}

function Stack() {
  const styles = useStyles();
  const strip = useRef<HTMLElement>(null);
  useRoom(strip);
  const way = useWayBack();
  // When a modal opens or closes, the stack is drawn elsewhere, and the pointer may never leave this one.
  useEffect(() => () => notices.hold(false), []);
  const { shown } = useSyncExternalStore(notices.subscribe, notices.get);
  const { notices: stack, alike } = stackOf(shown);
  const hidden = stack.length - MOST;
  return (
    // Hovering only keeps temporary notices from disappearing; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={strip}
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
        className={styles.action}
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label="Close notice"
        onClick={() => notices.dismiss(notice.id)}
      />
    </div>
  );
}
