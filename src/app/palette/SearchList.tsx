// HTML has no element for a list that is filtered by typing; these are the roles of the combobox pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, SearchRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { findChoices, type Choice } from './search.ts';
import type { TypedAhead } from './useTypedAhead.ts';

const useStyles = makeStyles({
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    ':focus-within': { borderBottomColor: tokens.colorCompoundBrandStroke },
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    height: '40px',
    padding: 0,
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    '::placeholder': { color: tokens.colorNeutralForeground4 },
  },
  list: { margin: 0, padding: tokens.spacingVerticalXS, overflowY: 'auto', overscrollBehavior: 'contain' },
  heading: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '34px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Hover,
    boxShadow: `inset 3px 0 ${tokens.colorCompoundBrandBackground}`,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  label: { flexGrow: 1 },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
});

interface SearchListProps {
  choices: readonly Choice[];
  /** Accessible name of the search box. */
  label: string;
  placeholder: string;
  onChoose: (id: string) => void;
  /** Shows headings above the groups; a single group needs none. */
  headings?: boolean;
  /** Text that was typed before the search box was rendered. */
  typedAhead?: TypedAhead;
  /** Called with the typed text to add matching results to the choices. */
  onText?: (text: string) => void;
}

/** A search box above a list: arrow keys move through it, Enter selects, and the box always keeps the focus. */
export function SearchList({
  choices,
  label,
  placeholder,
  onChoose,
  headings = false,
  typedAhead,
  onText,
}: SearchListProps) {
  const styles = useStyles();
  const id = useId();
  const [text, setText] = useState('');
  const found = findChoices(choices, text);
  /**
   * The id of the option to which the person moved; null for the first one. It stays active when results arrive above it,
   * because Enter may already be on its way.
   */
  const [moved, setMoved] = useState(() => (headings ? null : (choices.find(choice => choice.selected)?.id ?? null)));
  const inputRef = useRef<HTMLInputElement>(null);
  const activeRef = useRef<HTMLDivElement>(null);
  /** The text before an Enter that was pressed early and has not selected anything yet. */
  const due = useRef<string | null>(null);
  const at = Math.max(
    0,
    found.findIndex(choice => choice.id === moved),
  );
  const active = found[at];

  useEffect(() => {
    inputRef.current?.focus();
    if (!typedAhead) return;
    const [typed = '', ...entered] = typedAhead.text().split('\n');
    due.current = entered.length > 0 ? typed : null;
    // Until the box has the focus, the window collects the typed text, which is only now complete.
    // oxlint-disable-next-line react-hooks-js/set-state-in-effect
    setText(typed);
    typedAhead.end();
  }, [typedAhead]);
  // Runs once the text is rendered and its results have arrived.
  useEffect(() => {
    if (due.current !== text || !active) return;
    due.current = null;
    onChoose(active.id);
  });

  useEffect(() => onText?.(text), [onText, text]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    const target = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setMoved(found[target]?.id ?? null);
      // Runs once the choice is rendered as the active option.
      requestAnimationFrame(() => activeRef.current?.scrollIntoView({ block: 'nearest' }));
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(active.id);
    }
  };

  return (
    <>
      <div className={styles.field}>
        <SearchRegular aria-hidden fontSize={tokens.fontSizeBase500} />
        <input
          ref={inputRef}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => {
            due.current = null;
            setText(event.target.value);
            setMoved(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length === 0 && (
        <output className={mergeClasses(styles.list, styles.none)}>No results for “{text.trim()}”.</output>
      )}
      {found.length > 0 && (
        <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
          {found.map((choice, index) => (
            <div key={choice.id} role="presentation">
              {headings && choice.group !== found[index - 1]?.group && (
                <div className={styles.heading} role="presentation">
                  {choice.group}
                </div>
              )}
              {/* The box keeps the focus and handles the keys; an option only handles the pointer. */}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
              <div
                ref={choice === active ? activeRef : undefined}
                role="option"
                id={`${id}-${choice.id}`}
                aria-selected={choice.selected ?? false}
                className={mergeClasses(styles.option, choice === active && styles.active)}
                onPointerMove={() => setMoved(choice.id)}
                onClick={() => onChoose(choice.id)}
              >
                <span className={styles.label}>{choice.label}</span>
                {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
                {choice.selected === true && <CheckmarkRegular aria-hidden />}
              </div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
