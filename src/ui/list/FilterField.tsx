import { memo } from 'react';
import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChannelSelect } from '../ChannelSelect.tsx';
import { PlainSelect } from '../PlainSelect.tsx';
import { DisplaySwitch } from '../DisplaySwitch.tsx';
import { TypeAhead } from '../TypeAhead.tsx';
import type { Draft, FilterDefinition } from './filters.ts';

const useStyles = makeStyles({
  root: { position: 'relative', minWidth: 0, display: 'grid' },
  // The label leaves the placeholder and sits on the border once the input holds a value.
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
  control: { width: '100%', minWidth: 0 },
  exact: { fontVariantNumeric: 'tabular-nums' },
});

interface FilterFieldProps {
  filter: FilterDefinition;
  draft: Draft;
  onChange: (key: string, value: string | boolean) => void;
}

function FilterFieldInner({ filter, draft, onChange }: FilterFieldProps) {
  const styles = useStyles();
  const value = draft[filter.key] ?? '';
  const filled = typeof value === 'string' && value !== '';
  return (
    <div className={styles.root} data-filter={filter.key}>
      {filled && (
        <span aria-hidden className={styles.label}>
          {filter.label}
        </span>
      )}
      <Control filter={filter} draft={draft} onChange={onChange} />
    </div>
  );
}

/** One item of the search area, by its kind. Only one whose names depend on the other inputs is drawn again with them. */
export const FilterField = memo(
  FilterFieldInner,
  (before, after) =>
    before.filter === after.filter &&
    before.onChange === after.onChange &&
    (after.filter.kind === 'typeAhead'
      ? before.draft === after.draft
      : before.draft[after.filter.key] === after.draft[after.filter.key]),
);

function Control({ filter, draft, onChange }: FilterFieldProps) {
  const styles = useStyles();
  const raw = draft[filter.key];
  const text = typeof raw === 'string' ? raw : '';
  const change = (value: string | boolean) => onChange(filter.key, value);
  switch (filter.kind) {
    case 'text':
    case 'number':
      return (
        <Input
          className={mergeClasses(styles.control, filter.kind === 'number' && styles.exact)}
          aria-label={filter.label}
          placeholder={filter.label}
          value={text}
          autoComplete="off"
          {...(filter.kind === 'number' ? { inputMode: 'numeric' as const, maxLength: 15 } : {})}
          {...(filter.kind === 'text' && filter.maxLength !== undefined ? { maxLength: filter.maxLength } : {})}
          onChange={(_, data) => change(filter.kind === 'number' ? data.value.replace(/\D/g, '') : data.value)}
        />
      );
    case 'select':
      return (
        <PlainSelect className={styles.control} label={filter.label} value={text} onChange={change}>
          {filter.initial === undefined && <option value="">{filter.label}</option>}
          {filter.options.map(option => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </PlainSelect>
      );
    case 'channel':
      return (
        <filter.Channels>
          {channels => (
            <ChannelSelect
              label={filter.label}
              channels={channels}
              value={text === '' ? null : Number(text)}
              onChange={channelId => change(channelId === null ? '' : String(channelId))}
            />
          )}
        </filter.Channels>
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
          onChange={change}
        />
      );
  }
}
