import { useId, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons';
import { usePopover } from './usePopover.ts';

export interface PopupMenuItem {
  key: string;
  label: string;
  /** Whether a person typed the label, so that the activity tracker must not record it. */
  typed?: true;
  /**
   * An item that runs an action by default. `radio` is one of several choices, and `check` toggles independently; both
   * keep the menu open.
   */
  kind?: 'radio' | 'check';
  checked?: boolean;
  disabled?: boolean;
  /** Why the item is disabled. */
  title?: string;
  /** Keeps the menu open: whatever the item opens replaces the menu, which its owner then closes. */
  stays?: boolean;
  run: () => void;
}

export interface PopupMenuGroup {
  label?: string;
  items: readonly PopupMenuItem[];
}

const useStyles = makeStyles({
  // In the top layer, so that no scrolling container clips it.
  root: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    boxSizing: 'border-box',
    minWidth: '180px',
    maxWidth: 'calc(100vw - 16px)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    padding: tokens.spacingVerticalXS,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
  },
  heading: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  item: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    minHeight: '32px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '[aria-disabled="true"]': { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
  },
  mark: { flexShrink: 0, width: '16px', display: 'inline-flex' },
});

/** A position in the window, in pixels. */
export interface MenuPoint {
  x: number;
  y: number;
}

interface PopupMenuProps {
  label: string;
  /** The element that opened the menu. The menu is placed below or above it, and returns focus to it. */
  anchor: RefObject<HTMLElement | null>;
  groups: readonly PopupMenuGroup[];
  /** The position at which the menu opens; by default, that of its anchor. */
  point?: MenuPoint | undefined;
  onClose: () => void;
}

/** A menu that always fits within the window, with the usual keys: arrows, Home, End and Escape. */
export function PopupMenu({ label, anchor, groups, point, onClose }: PopupMenuProps) {
  const styles = useStyles();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

  usePopover(root, anchor, onClose, '[role^="menuitem"]', point);
  useLayoutEffect(() => {
    // Loaded content has replaced the focused item.
    if (document.activeElement === document.body) items()[0]?.focus({ preventScroll: true });
  });

  const leave = () => {
    anchor.current?.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      if (event.key === 'Escape') event.preventDefault();
      leave();
      return;
    }
    const all = items();
    const at = all.findIndex(item => item === document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = all.at(target % all.length);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div
      ref={root}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.root}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, at) => (
        <div
          key={group.label ?? at}
          // A menu must not contain a fieldset.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="group"
          {...(group.label === undefined ? {} : { 'aria-labelledby': `${id}-${at}` })}
        >
          {group.label !== undefined && (
            <div id={`${id}-${at}`} className={styles.heading} role="presentation">
              {group.label}
            </div>
          )}
          {group.items.map(
            ({ key, label: text, typed, kind, checked = false, disabled = false, title, stays = false, run }) => (
              <button
                key={key}
                type="button"
                role={kind === undefined ? 'menuitem' : kind === 'radio' ? 'menuitemradio' : 'menuitemcheckbox'}
                aria-checked={kind === undefined ? undefined : checked}
                aria-disabled={disabled || undefined}
                title={title}
                tabIndex={-1}
                className={styles.item}
                onClick={() => {
                  if (disabled) return;
                  run();
                  if (kind === undefined && !stays) leave();
                }}
              >
                {kind !== undefined && (
                  <span className={styles.mark}>{checked && <CheckmarkRegular aria-hidden />}</span>
                )}
                {typed ? <span data-typed="">{text}</span> : text}
              </button>
            ),
          )}
        </div>
      ))}
    </div>
  );
}
