import { makeStyles, tokens } from '@fluentui/react-components';

/** On a phone, controls are tall enough for a finger. */
export const TARGETS = {
  '& .fui-Button, & .fui-Input, & .fui-Combobox, & select, & .fui-Switch': { minHeight: '40px' },
  // Aligns the box with the first line of its label.
  '& .fui-Checkbox': { paddingBlock: '4px' },
} as const;

/** On a phone, a dialog's buttons share its full width. Overrides Fluent's own media query, which would stack them. */
export const PHONE_ACTIONS = {
  '@media screen and (max-width: 480px)': {
    flexDirection: 'row',
    flexWrap: 'wrap',
    '& > .fui-Button': { flex: '1 1 0', minWidth: 'fit-content' },
  },
} as const;

/**
 * On a phone, a dialog fills the screen; otherwise, the page remains visible around it. The strip for notices at the
 * bottom (`--notices-room`, base.css) stays free.
 */
const ROOM = {
  '@media (min-width: 641px) and (min-height: 480px)': {
    '& .fui-DialogBody': { maxHeight: 'calc(100dvh - 2 * 24px - 2 * max(16px, var(--notices-room)))' },
  },
  '@media (max-width: 640px)': {
    ...TARGETS,
    width: '100vw',
    maxWidth: '100vw',
    height: 'calc(100dvh - var(--notices-room))',
    maxHeight: 'calc(100dvh - var(--notices-room))',
    marginTop: 0,
    borderRadius: tokens.borderRadiusNone,
    // Keeps the buttons at the bottom even if the content is short.
    '& .fui-DialogBody': { height: '100%' },
  },
} as const;

/** The widths from FORM-10: 400px for a confirmation, at most 900px for other dialogs. */
export const useDialogStyles = makeStyles({
  confirm: {
    width: '400px',
    maxWidth: 'calc(100vw - 32px)',
    // Overrides Fluent's own media query, which would let the dialog touch the edges of a phone's screen.
    '@media screen and (max-width: 480px)': { maxWidth: 'calc(100vw - 32px)' },
    '@media (max-width: 640px)': TARGETS,
  },
  form: { width: '560px', maxWidth: 'min(900px, 100vw)', ...ROOM },
  /** The one exception to FORM-10 (G16). */
  setting: { width: '1000px', maxWidth: 'min(1000px, 100vw)', ...ROOM },
  info: {
    width: 'fit-content',
    minWidth: 'min(400px, 100vw)',
    maxWidth: 'min(900px, 100vw)',
    ...ROOM,
  },
  wide: { width: 'min(900px, 100vw)' },
  /** Separates the buttons from the content. */
  actions: { alignItems: 'center', marginTop: tokens.spacingVerticalS, ...PHONE_ACTIONS },
  button: { whiteSpace: 'nowrap' },
  error: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    marginTop: tokens.spacingVerticalM,
    color: tokens.colorStatusDangerForeground1,
  },
});
