import { memo, useLayoutEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { PAGE_SIZES } from '../../domain/listQuery.ts';
import { PlainInput } from '../PlainInput.tsx';
import { PlainSelect } from '../PlainSelect.tsx';
import { NARROW, useMedia } from '../useMedia.ts';
import { jumpTarget, pageCount, pageItems } from './pages.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS },
  page: {
    minWidth: '28px',
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    fontVariantNumeric: 'tabular-nums',
  },
  current: {
    '@media (forced-colors: active)': {
      backgroundColor: 'Highlight',
      color: 'HighlightText',
      forcedColorAdjust: 'none',
    },
  },
  gap: { minWidth: '20px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  size: { marginInlineStart: tokens.spacingHorizontalM },
  jump: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    marginInlineStart: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  wrong: { color: tokens.colorPaletteRedForeground1 },
  jumpInput: { width: '56px' },
});

interface PagerProps {
  page: number;
  count: number;
  total: number;
  onChange: (page: number, count: number) => void;
}

const SIZES = PAGE_SIZES.map(size => (
  <option key={size} value={size}>
    {size} / page
  </option>
));

interface PageButtonProps {
  page: number;
  current: boolean;
  onGo: (page: number) => void;
}

const PageButton = memo(function PageButton({ page, current, onGo }: PageButtonProps) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      className={mergeClasses(styles.page, current && styles.current)}
      appearance={current ? 'outline' : 'subtle'}
      aria-label={`Page ${page}`}
      aria-current={current ? 'page' : undefined}
      onClick={() => onGo(page)}
    >
      {page}
    </Button>
  );
});

interface StepButtonProps {
  label: string;
  icon: JSX.Element;
  disabled: boolean;
  by: 1 | -1;
  onStep: (by: 1 | -1) => void;
}

const StepButton = memo(function StepButton({ label, icon, disabled, by, onStep }: StepButtonProps) {
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={icon}
      aria-label={label}
      disabled={disabled}
      onClick={() => onStep(by)}
    />
  );
});

const Jumper = memo(function Jumper({ onJump }: { onJump: (text: string) => boolean }) {
  const styles = useStyles();
  const [jump, setJump] = useState('');
  const [wrong, setWrong] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Invalid text stays as typed, because using just a part of it would lead to a different page.
    const went = jump.trim() === '' || onJump(jump.normalize('NFKC'));
    setWrong(!went);
    if (went) setJump('');
  };
  return (
    <span className={styles.jump}>
      {wrong ? <span className={styles.wrong}>Enter one whole number</span> : 'Go to'}
      <PlainInput
        small
        className={styles.jumpInput}
        inputMode="numeric"
        aria-label="Go to page"
        aria-invalid={wrong || undefined}
        aria-description={wrong ? 'Enter one whole number' : undefined}
        value={jump}
        maxLength={7}
        onText={typed => {
          setJump(typed);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
      />
    </span>
  );
});

const BACK = <ChevronLeftRegular />;
const ON = <ChevronRightRegular />;

/**
 * A compact pager with page sizes and a page jump (LIST-5, SAL-4). Changing the size returns to page 1. Each part is
 * rerendered only when its own data changes; most responses change only the number of pages.
 */
export function Pager({ page, count, total, onChange }: PagerProps) {
  const styles = useStyles();
  const narrow = useMedia(NARROW);
  const pages = pageCount(total, count);
  const acts = {
    go: (next: number) => next !== page && onChange(next, count),
    step: (by: number) => onChange(page + by, count),
    jump: (text: string) => {
      const target = jumpTarget(text, pages);
      if (target !== null && target !== page) onChange(target, count);
      return target !== null;
    },
  };
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  // The handlers are stable, so that the parts are not rerendered.
  const [hands] = useState(() => ({
    go: (next: number) => void newest.current.go(next),
    step: (by: 1 | -1) => newest.current.step(by),
    jump: (text: string) => newest.current.jump(text),
  }));
  return (
    <nav className={styles.root} aria-label="Pages">
      <StepButton label="Previous page" icon={BACK} disabled={page <= 1} by={-1} onStep={hands.step} />
      {narrow && <span className={styles.gap}>{`${page} / ${pages}`}</span>}
      {(narrow ? [] : pageItems(page, pages)).map((item, index) =>
        item === null ? (
          <span key={`gap${index}`} className={styles.gap} aria-hidden>
            ...
          </span>
        ) : (
          // There is always a button for the last page, however many pages there are.
          <PageButton
            key={item === pages && item > 1 ? 'last' : item}
            page={item}
            current={item === page}
            onGo={hands.go}
          />
        ),
      )}
      <StepButton label="Next page" icon={ON} disabled={page >= pages} by={1} onStep={hands.step} />
      <PlainSelect
        small
        className={styles.size}
        label="Rows per page"
        value={String(count)}
        onChange={value => onChange(1, Number(value))}
      >
        {SIZES}
      </PlainSelect>
      <Jumper onJump={hands.jump} />
    </nav>
  );
}
