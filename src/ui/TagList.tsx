import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazyPart } from './lazyPart.tsx';
import { textWidth } from './table/textWidth.ts';
import { Tag } from './Tag.tsx';

const InfoDialog = lazyPart(() => import('./InfoDialog.tsx').then(module => module.InfoDialog));

const SHOWN = 4;
/** Pixels of a tag next to its text, of the gap after it, and of the button next to its text (padding and border). */
const [TAG_EDGES, GAP, BUTTON_EDGES] = [12, 4, 10];
/** A tag's letters are smaller than a table's. */
const SMALL = 0.88;
const tagWidth = (text: string): number => Math.ceil(textWidth(text) * SMALL) + TAG_EDGES;
const widthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + tagWidth(text) + GAP, 0) - GAP;
const moreWidth = (rest: number): number => Math.ceil(textWidth(moreText(rest)) * SMALL) + BUTTON_EDGES;
const moreText = (rest: number): string => `+${rest} More`;

/** Pixels of all tags of a cell, as it shows them if it has the room. */
export function tagsWidth(items: readonly string[]): number {
  const rest = items.length - SHOWN;
  return widthOf(items.slice(0, SHOWN)) + (rest > 0 ? GAP + moreWidth(rest) : 0);
}

/** How many tags are shown: four at most, and only those that `room` pixels show whole, but at least one. */
export function shownTags(items: readonly string[], room: number | undefined): number {
  if (room === undefined || tagsWidth(items) <= room) return Math.min(SHOWN, items.length);
  const fits = (count: number): boolean =>
    widthOf(items.slice(0, count)) + GAP + moreWidth(items.length - count) <= room;
  for (let count = Math.min(SHOWN, items.length - 1); count > 1; count--) if (fits(count)) return count;
  return 1;
}

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'nowrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  wraps: { flexWrap: 'wrap' },
  more: { minWidth: 'auto', padding: `0 ${tokens.spacingHorizontalXS}` },
  all: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, lineHeight: tokens.lineHeightBase400 },
});

interface TagListProps {
  items: readonly string[];
  /** In a form they may take several lines, in a row of a list never. */
  wraps?: boolean;
  /** Pixels of one line, if tags that do not fit are left to "+N More". */
  room?: number | undefined;
}

/** The first four items as tags; further ones, and those without room, end in "+N More", which lists all as "Full Data" (LIST-15, G32). */
export function TagList({ items, wraps = false, room }: TagListProps) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const shown = shownTags(items, room);
  const rest = items.length - shown;
  return (
    <span className={mergeClasses(styles.root, wraps && styles.wraps)}>
      {items.slice(0, shown).map((item, index) => (
        <Tag key={`${index}:${item}`}>{item}</Tag>
      ))}
      {rest > 0 && (
        <Button appearance="transparent" size="small" className={styles.more} onClick={() => setOpen(true)}>
          {moreText(rest)}
        </Button>
      )}
      {open && (
        <InfoDialog title="Full Data" onClose={() => setOpen(false)}>
          <ol className={styles.all}>
            {items.map((item, index) => (
              <li key={`${index}:${item}`}>{item}</li>
            ))}
          </ol>
        </InfoDialog>
      )}
    </span>
  );
}
