import { memo, type ClipboardEvent, type ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { OwnerSelect, ownerValue, isUnknownOwner } from '../OwnerSelect.tsx';
import { PlainSelect } from '../PlainSelect.tsx';
import { DisplaySwitch } from '../DisplaySwitch.tsx';
import { PlainInput } from '../PlainInput.tsx';
import { TypeAhead } from '../TypeAhead.tsx';
import { normalizeTyped } from '../../domain/wholeNumber.ts';
import { pasteApart } from '../pasteApart.ts';
import { idsText, readPastedIds, writeIds } from '../../domain/manyIds.ts';
import { isOfCategory } from '../../domain/permission.ts';
import { useUi } from '../UiContext.ts';
import { isMany, noSuchOwner, senseless, severalIds, type Draft, type FilterDefinition } from './filters.ts';

const useStyles = makeStyles({
  root: { position: 'relative', minWidth: 0, display: 'grid' },
  // Once the input has a value, the label moves from the placeholder to the border.
  label: {
    position: 'absolute',
    zIndex: 1,
    top: '-7px',
    insetInlineStart: tokens.spacingHorizontalS,
    maxWidth: '90%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    pointerEvents: 'none',
  },
  wrong: { color: tokens.colorPaletteRedForeground1 },
  control: { width: '100%', minWidth: 0 },
  exact: { fontVariantNumeric: 'tabular-nums' },
});

interface FilterFieldProps {
  filter: FilterDefinition;
  draft: Draft;
  /** `picked`: the value was selected instead of typed, so it is complete. */
  onChange: (key: string, value: string | boolean, picked?: boolean) => void;
}

function FilterFieldInner({ filter, draft, onChange }: FilterFieldProps) {
  const styles = useStyles();
  const problem = senseless(filter, draft);
  const several = severalIds(filter, draft[filter.key]);
  const field = (wrong: string | null, control: ReactNode) => (
    <>
      {(filter.kind === 'day' || ((draft[filter.key] ?? '') !== '' && typeof draft[filter.key] === 'string')) && (
        <span aria-hidden className={mergeClasses(styles.label, wrong !== null && styles.wrong)}>
          {wrong ?? (several ? `${filter.label}: ${idsText(several.length)}` : filter.label)}
        </span>
      )}
      {control}
    </>
  );
  // The quick search box is rendered next to the others.
  if (filter.kind === 'quick') return null;
  return (
    <div className={styles.root} data-filter={filter.key}>
      {filter.kind === 'channel' ? (
        <filter.Channels>
          {channels => {
            const value = ownerValue(String(draft[filter.key] ?? ''));
            const unknown = several === null && isUnknownOwner(channels, value);
            const wrong = problem ?? (unknown ? noSuchOwner(filter.noun) : null);
            return field(
              wrong,
              <OwnerSelect
                label={filter.label}
                {...(filter.noun === undefined ? {} : { noun: filter.noun })}
                owners={channels}
                value={value}
                invalid={wrong !== null}
                description={wrong ?? undefined}
                {...(isMany(filter) ? { onIds: ids => onChange(filter.key, writeIds(ids), true) } : {})}
                onChange={next => onChange(filter.key, next === null ? '' : String(next), typeof next === 'number')}
              />,
            );
          }}
        </filter.Channels>
      ) : (
        field(problem, <Control filter={filter} problem={problem} draft={draft} onChange={onChange} />)
      )}
    </div>
  );
}

/**
 * An item of the search area, rendered according to its kind. Items whose names depend on the other inputs are the only
 * ones rerendered when those change.
 */
export const FilterField = memo(
  FilterFieldInner,
  (before, after) =>
    before.filter === after.filter &&
    before.onChange === after.onChange &&
    (after.filter.kind === 'typeAhead'
      ? before.draft === after.draft
      : before.draft[after.filter.key] === after.draft[after.filter.key]),
);

interface ControlProps extends FilterFieldProps {
  filter: Exclude<FilterDefinition, { kind: 'channel' | 'quick' }>;
  problem: string | null;
}

function Control({ filter, problem, draft, onChange }: ControlProps) {
  const styles = useStyles();
  const raw = draft[filter.key];
  const text = typeof raw === 'string' ? raw : '';
  const { category } = useUi().person;
  /** An option set only by the URL remains available. */
  const isOffered = ({ value }: { value: string | number }): boolean =>
    filter.kind !== 'select' || !filter.ofPerson || isOfCategory(category, Number(value)) || String(value) === text;
  const change = (value: string | boolean, picked = false) => onChange(filter.key, value, picked);
  // A pasted column of ids is complete, so it replaces the input's content.
  const pasteIds = (event: ClipboardEvent<HTMLInputElement>): boolean => {
    const pasted = event.clipboardData.getData('text');
    const ids = readPastedIds(pasted, filter.label);
    // A heading followed by a single id is also accepted as a column; a bare id is pasted as ordinary text.
    if (ids.length === 0 || (ids.length === 1 && pasted.trim() === ids[0])) return false;
    event.preventDefault();
    change(writeIds(ids), true);
    return true;
  };
  switch (filter.kind) {
    case 'text':
      return (
        <PlainInput
          className={styles.control}
          aria-label={filter.label}
          placeholder={filter.label}
          value={text}
          autoComplete="off"
          {...(filter.maxLength === undefined || isMany(filter) ? {} : { maxLength: filter.maxLength })}
          aria-invalid={problem !== null || undefined}
          aria-description={problem ?? undefined}
          onText={change}
          {...(isMany(filter) ? { onPaste: pasteIds } : {})}
        />
      );
    case 'number':
      return (
        <PlainInput
          className={mergeClasses(styles.control, styles.exact)}
          aria-label={filter.label}
          placeholder={filter.label}
          value={text}
          autoComplete="off"
          inputMode={(filter.rule?.decimals ?? 0) > 0 ? 'decimal' : 'numeric'}
          aria-invalid={problem !== null || undefined}
          aria-description={problem ?? undefined}
          onText={typed => change(normalizeTyped(typed))}
          onPaste={event => (isMany(filter) && pasteIds(event)) || pasteApart(event, change)}
        />
      );
    case 'typed':
      return (
        <PlainInput
          className={mergeClasses(styles.control, styles.exact)}
          aria-label={filter.label}
          placeholder={filter.label}
          value={text}
          autoComplete="off"
          aria-invalid={problem !== null || undefined}
          aria-description={problem ?? undefined}
          onText={typed => change(typed)}
        />
      );
    case 'day':
      return (
        <PlainInput
          type="date"
          className={mergeClasses(styles.control, styles.exact)}
          aria-label={filter.label}
          value={text}
          max="2099-12-31"
          onText={change}
        />
      );
    case 'select':
      return (
        <PlainSelect
          className={styles.control}
          label={filter.label}
          value={text}
          onChange={value => change(value, true)}
        >
          {filter.initial === undefined && <option value="">{filter.label}</option>}
          {filter.options.filter(isOffered).map(option => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </PlainSelect>
      );
    case 'typeAhead':
      return (
        <TypeAhead
          label={filter.label}
          value={text}
          onChange={change}
          Names={filter.Names}
          draft={draft}
          noun={filter.noun}
          maxLength={filter.maxLength}
        />
      );
    case 'switch':
      return (
        <DisplaySwitch
          label={filter.label}
          onLabel={filter.onLabel}
          offLabel={filter.offLabel}
          checked={raw === true}
          onChange={value => change(value, true)}
        />
      );
  }
}
