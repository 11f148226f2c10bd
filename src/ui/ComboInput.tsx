// There is no native combobox with suggestions: a datalist cannot be styled, filtered or read reliably.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, DismissRegular } from '@fluentui/react-icons';
import { PlainInput } from './PlainInput.tsx';

export interface ComboOption {
  key: string;
  /** The input's text after the option has been selected. */
  text: string;
  /** How the option is displayed in the list; defaults to `text`. */
  view?: ReactNode;
}

export interface ComboInputProps {
  label: string;
  placeholder?: string | undefined;
  text: string;
  options: readonly ComboOption[];
  /** A line below the options, e.g. "12 more, type to narrow", or why there are none. */
  note?: string | undefined;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  id?: string | undefined;
  describedBy?: string | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
  /** Highlights the first option automatically, for inputs whose value must be one of the options. */
  lightFirst?: boolean | undefined;
  /** Called when the list opens or closes, so that options are only looked up while it is open. */
  onOpenChange?: (open: boolean) => void;
  onText: (text: string) => void;
  onPick: (option: ComboOption) => void;
  onClear: () => void;
  /** Called when the input loses focus. */
  onLeave?: () => void;
  onPaste?: ((event: ClipboardEvent<HTMLInputElement>) => void) | undefined;
  /** Id of the element that describes the input to screen readers, e.g. why its value is invalid. */
  description?: string | undefined;
}

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', minWidth: 0 },
  input: { width: '100%', minWidth: 0 },
  after: { display: 'flex', alignItems: 'center', color: tokens.colorNeutralForeground3 },
  button: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '24px',
    minHeight: '24px',
    padding: tokens.spacingHorizontalXXS,
    '@media (max-width: 639px)': { padding: '12px' },
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontSize: tokens.fontSizeBase400,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  // Rendered in the top layer, so that nothing clips the list, not even a dialog's scrolling content.
  popup: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: tokens.spacingVerticalXS,
    maxHeight: '320px',
    flexDirection: 'column',
    ':popover-open': { display: 'flex' },
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    boxSizing: 'border-box',
  },
  list: { minHeight: 0, overflowY: 'auto' },
  option: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  lit: {
    backgroundColor: tokens.colorNeutralBackground1Hover,
    outline: `1px solid ${tokens.colorNeutralStroke1}`,
    outlineOffset: '-1px',
  },
  note: {
    display: 'block',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Moves the highlight; -1 clears it. */
export function moveLit(key: string, lit: number, options: number): number | null {
  if (options === 0) return null;
  if (key === 'ArrowDown') return lit + 1 >= options ? 0 : lit + 1;
  if (key === 'ArrowUp') return lit <= 0 ? options - 1 : lit - 1;
  return null;
}

/**
 * A text input with a list of options below it. No option is highlighted until an arrow key or the pointer selects one;
 * without a highlighted option, Enter acts on the surrounding form (search, apply), and the typed text is left as it
 * is.
 */
export function ComboInput(props: ComboInputProps) {
  const { options, note, text } = props;
  const styles = useStyles();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpenState] = useState(false);
  const [chosenLit, setLit] = useState(-1);
  const shown = open && (options.length > 0 || note !== undefined) && props.disabled !== true;
  const lit = chosenLit < 0 && props.lightFirst === true && options.length > 0 ? 0 : chosenLit;

  const setOpen = (next: boolean) => {
    if (next === open) return;
    setOpenState(next);
    setLit(-1);
    props.onOpenChange?.(next);
  };

  useLayoutEffect(() => {
    if (!shown) return undefined;
    const place = () => {
      const box = root.current?.getBoundingClientRect();
      const list = popup.current;
      if (!box || !list) return;
      const above = window.innerHeight - box.bottom < 200 && box.top > window.innerHeight - box.bottom;
      list.style.width = `${Math.max(box.width, Math.min(280, window.innerWidth - 16))}px`;
      list.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - list.offsetWidth - 8))}px`;
      list.style.top = above ? 'auto' : `${box.bottom + 2}px`;
      list.style.bottom = above ? `${window.innerHeight - box.top + 2}px` : 'auto';
      const room = (above ? box.top : window.innerHeight - box.bottom) - 16;
      list.style.maxHeight = `${Math.max(120, Math.min(320, room))}px`;
    };
    popup.current?.showPopover?.();
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [shown]);

  useLayoutEffect(() => {
    if (lit >= 0) popup.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [lit]);

  const pick = (option: ComboOption) => {
    props.onPick(option);
    setOpen(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveLit(event.key, lit, options.length);
    if (next !== null) {
      event.preventDefault();
      if (open) setLit(next);
      else setOpen(true);
      return;
    }
    if (!shown) return;
    const option = options[lit];
    if (event.key === 'Enter') {
      // Enter selects the highlighted option; if there is none, the form handles the key.
      if (option) {
        event.preventDefault();
        event.stopPropagation();
        pick(option);
      } else {
        setOpen(false);
        props.onLeave?.();
      }
    } else if (event.key === 'Escape') {
      // Closes only the list, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div
      ref={root}
      className={styles.root}
      onBlur={event => {
        if (root.current?.contains(event.relatedTarget)) return;
        setOpen(false);
        props.onLeave?.();
      }}
    >
      <PlainInput
        className={styles.input}
        value={text}
        placeholder={props.placeholder ?? props.label}
        disabled={props.disabled ?? false}
        {...(props.id === undefined ? {} : { id: props.id })}
        {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
        role="combobox"
        autoComplete="off"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={shown && options.length > 0}
        aria-controls={shown && options.length > 0 ? listId : undefined}
        aria-activedescendant={shown && lit >= 0 ? `${listId}-${lit}` : undefined}
        aria-invalid={props.invalid === true ? 'true' : undefined}
        aria-required={props.required === true ? true : undefined}
        aria-describedby={props.description === undefined ? props.describedBy : `${listId}-why`}
        onPaste={props.onPaste}
        onText={typed => {
          props.onText(typed);
          setOpen(true);
          setLit(-1);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        after={
          <span className={styles.after}>
            {text !== '' && props.disabled !== true && (
              <button
                type="button"
                className={styles.button}
                aria-label={`Clear ${props.label}`}
                tabIndex={-1}
                onClick={() => {
                  props.onClear();
                  root.current?.querySelector('input')?.focus();
                }}
              >
                <DismissRegular aria-hidden />
              </button>
            )}
            <ChevronDownRegular aria-hidden />
          </span>
        }
      />
      {props.description !== undefined && (
        <span id={`${listId}-why`} hidden>
          {props.description}
        </span>
      )}
      {shown && (
        <div
          ref={popup}
          role="presentation"
          className={styles.popup}
          popover="manual"
          onMouseDown={event => event.preventDefault()}
        >
          {options.length > 0 && (
            <div id={listId} role="listbox" aria-label={props.label} className={styles.list}>
              {options.map((option, index) => (
                // The input keeps the focus and handles all keys; options respond only to the pointer.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={option.key}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === lit}
                  className={mergeClasses(styles.option, index === lit && styles.lit)}
                  onMouseMove={() => setLit(index)}
                  onClick={() => pick(option)}
                >
                  {option.view ?? option.text}
                </div>
              ))}
            </div>
          )}
          {note !== undefined && <output className={styles.note}>{note}</output>}
        </div>
      )}
    </div>
  );
}
