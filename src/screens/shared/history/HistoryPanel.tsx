import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { resourceOf } from '../../../contract/resources/all.ts';
import { onPlainClick } from '../../../ui/isPlainClick.ts';
import { TARGETS } from '../../../ui/dialogStyles.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { useLinkStyles } from '../../../ui/linkStyles.ts';
import { useFocusInside } from '../../../ui/useFocusInside.ts';
import { useFocusReturn } from '../../../ui/useFocusReturn.ts';
import { addressText } from '../recordLine.ts';
import { ownerText, choiceTexts, keyValues, placeIds, subjectText } from '../recordWords.ts';
import type { HistoryTarget } from './openHistory.ts';

const HistoryList = lazyPart(() => import('./HistoryList.tsx').then(module => module.HistoryList));

/** Width in pixels that list and panel need side by side; below it, the panel overlays the list. */
const ROOM = 760;

/** Whether an element's container is narrower than this. */
function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return undefined;
    const look = () => setNarrow(parent.clientWidth < ROOM);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [element]);
  return narrow;
}

const useStyles = makeStyles({
  panel: {
    boxSizing: 'border-box',
    flex: '0 0 312px',
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderLeft: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media print': { display: 'none' },
    '@media (max-width: 640px)': TARGETS,
  },
  drawer: {
    position: 'fixed',
    // The bar above shows what is saved; on a phone, the panel fills the page.
    top: 'var(--header-height)',
    bottom: 0,
    right: 0,
    zIndex: 20,
    width: 'min(360px, 100vw)',
    boxShadow: tokens.shadow28,
    '@media (max-width: 640px)': { top: 0, width: '100vw', borderLeft: 'none' },
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: {
    flex: '1 1 auto',
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
  },
  detail: { margin: `0 0 ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  body: { flex: '1 1 auto', overflowY: 'auto', minHeight: 0 },
  log: { marginTop: tokens.spacingVerticalS },
});

interface HistoryPanelProps {
  collection: string;
  target: HistoryTarget;
  /** URL of this record's log; omitted if the list has no log. */
  logHref?: string | undefined;
  navigate: (href: string) => void;
  onClose: () => void;
}

const given = (names: readonly string[]): string[] => names.filter(name => name !== '');
/** The name of the place itself; `aboveName` contains its ancestors' names, nearest first. */
const ownName = (names: readonly string[]): string => given(names).at(-1) ?? '';
const aboveName = (names: readonly string[]): string => addressText(given(names).slice(0, -1));

/**
 * The history of a record, next to its list, or on top of it if there is too little room. Escape closes the panel and
 * returns to the row from which it was opened.
 */
export function HistoryPanel(props: HistoryPanelProps) {
  // Each record gets a new panel, because it may have been opened from a different row.
  return <Panel key={props.target.key} {...props} />;
}

function Panel({ collection, target, logHref, navigate, onClose }: HistoryPanelProps) {
  const styles = useStyles();
  const link = useLinkStyles();
  useFocusReturn();
  const panel = useRef<HTMLElement>(null);
  const narrow = useNarrow(panel);
  const heading = useRef<HTMLHeadingElement>(null);
  // After a revert, the button disappears together with the focus.
  useFocusInside(panel, heading);
  const { key, row } = target;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const resource = resourceOf(collection);
  const record = resource ? { ...row, ...keyValues(resource, key) } : row;
  const title = resource ? subjectText(resource, record ?? {}, ownName) : String(row?.['name'] ?? `Location ${key}`);
  const detail = resource
    ? [
        placeIds(resource, record ?? {}),
        subjectText(resource, record ?? {}, aboveName),
        ...choiceTexts(resource, record ?? {}),
        ownerText(resource, record ?? {}),
      ]
    : [key];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anything inside
    <aside
      ref={panel}
      className={mergeClasses(styles.panel, narrow && styles.drawer)}
      aria-label="History"
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="Close history"
          onClick={onClose}
        />
      </div>
      <p className={styles.detail}>{detail.filter(part => part !== '' && part !== title).join(', ')}</p>
      <div className={styles.body}>
        <HistoryList collection={collection} recordKey={key} row={row} reverts />
        {logHref !== undefined && (
          <p className={styles.log}>
            <a className={link.link} href={logHref} onClick={onPlainClick(() => navigate(logHref))}>
              Open in Operation History
            </a>
          </p>
        )}
      </div>
    </aside>
  );
}
