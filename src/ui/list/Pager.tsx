import { useState, type KeyboardEvent } from 'react';
import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { PAGE_SIZES } from '../../domain/listQuery.ts';
import { PlainSelect } from '../PlainSelect.tsx';
import { PHONE, useMedia } from '../useMedia.ts';
import { jumpTarget, pageCount, pageItems } from './pages.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXS },
  page: { minWidth: '28px', padding: `0 ${tokens.spacingHorizontalXS}`, fontVariantNumeric: 'tabular-nums' },
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
  jumpInput: { width: '56px' },
});

interface PagerProps {
  page: number;
  count: number;
  total: number;
  onChange: (page: number, count: number) => void;
}

/** Small pager with page sizes and a quick jumper (LIST-5, SAL-4). A new size begins at page 1. */
export function Pager({ page, count, total, onChange }: PagerProps) {
  const styles = useStyles();
  const phone = useMedia(PHONE);
  const [jump, setJump] = useState('');
  const pages = pageCount(total, count);
  const go = (next: number) => next !== page && onChange(next, count);
  const onJump = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const target = jumpTarget(jump, pages);
    if (target !== null) go(target);
    setJump('');
  };
  return (
    <nav className={styles.root} aria-label="Pages">
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      {phone && <span className={styles.gap}>{`${page} / ${pages}`}</span>}
      {(phone ? [] : pageItems(page, pages)).map((item, index) =>
        item === null ? (
          <span key={`gap${index}`} className={styles.gap} aria-hidden>
            ...
          </span>
        ) : (
          <Button
            key={item}
            size="small"
            className={mergeClasses(styles.page, item === page && styles.current)}
            appearance={item === page ? 'outline' : 'subtle'}
            aria-label={`Page ${item}`}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => go(item)}
          >
            {item}
          </Button>
        ),
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
      <PlainSelect
        small
        className={styles.size}
        label="Rows per page"
        value={String(count)}
        onChange={value => onChange(1, Number(value))}
      >
        {PAGE_SIZES.map(size => (
          <option key={size} value={size}>
            {size} / page
          </option>
        ))}
      </PlainSelect>
      <span className={styles.jump}>
        Go to
        <Input
          size="small"
          className={styles.jumpInput}
          inputMode="numeric"
          aria-label="Go to page"
          value={jump}
          maxLength={7}
          onChange={(_, data) => setJump(data.value.replace(/\D/g, ''))}
          onKeyDown={onJump}
        />
      </span>
    </nav>
  );
}
