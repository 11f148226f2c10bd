import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazyPart } from './lazyPart.tsx';
import { textWidth } from './table/textWidth.ts';
import { Tag } from './Tag.tsx';

const InfoDialog = lazyPart(() => import('./InfoDialog.tsx').then(module => module.InfoDialog));

const SHOWN = 4;
/** Widths in pixels: a tag's padding and border, the gap after a tag, and the button's padding and border. */
const [TAG_EDGES, GAP, BUTTON_EDGES] = [12, 4, 10];
/** Tags use a smaller font than table cells. */
const SMALL = 0.88;
const tagWidth = (text: string): number => Math.ceil(textWidth(text) * SMALL) + TAG_EDGES;
const moreText = (rest: number): string => `+${rest} More`;
const moreWidth = (rest: number): number => Math.ceil(textWidth(moreText(rest)) * SMALL) + BUTTON_EDGES;
/** Widths of the tags that a cell shows if nothing limits them. */
const firstWidths = (items: readonly string[]): number[] => items.slice(0, SHOWN).map(tagWidth);

/** The width of a line with tags of these widths, and with the button if there are further tags. */
const lineWidth = (widths: readonly number[], rest: number): number =>
  widths.reduce((sum, width) => sum + width + GAP, -GAP) + (rest > 0 ? GAP + moreWidth(rest) : 0);

/** Width in pixels of all tags in a cell if nothing limits them. */
export const tagsWidth = (items: readonly string[]): number => lineWidth(firstWidths(items), items.length - SHOWN);

/** Number of tags shown: at most four, only as many as fit into `room` pixels, but at least one. */
export function shownTags(items: readonly string[], room: number | undefined): number {
  const most = Math.min(SHOWN, items.length);
  if (room === undefined) return most;
  const widths = firstWidths(items);
  for (let count = most; count > 1; count--)
    if (lineWidth(widths.slice(0, count), items.length - count) <= room) return count;
  return Math.min(1, most);
}

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'nowrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  wraps: { flexWrap: 'wrap' },
  more: { minWidth: 'auto', padding: `0 ${tokens.spacingHorizontalXS}` },
  all: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, lineHeight: tokens.lineHeightBase400 },
});

interface TagListProps {
  items: readonly string[];
  /** Whether tags may wrap: they may in a form, but never in a list row. */
  wraps?: boolean;
  /** Width of a line in pixels, if tags that do not fit are counted in "+N More". */
  room?: number | undefined;
}

/**
 * Shows the first four items as tags; "+N More" stands for the others and those that do not fit, and opens the complete
 * list as "Full Data" (LIST-15, G32).
 */
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
