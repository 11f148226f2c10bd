import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { Filters } from '../../domain/listQuery.ts';
import { idsText } from '../../domain/manyIds.ts';
import { choiceText } from '../OwnerSelect.tsx';
import { initialFilters, valueText, type FilterDefinition } from './filters.ts';

const FOCUS = {
  outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
  outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
} as const;

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalSNudge,
  },
  chip: {
    flex: '0 1 auto',
    minWidth: '64px',
    boxSizing: 'border-box',
    height: '26px',
    display: 'inline-flex',
    alignItems: 'center',
    overflow: 'hidden',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground2,
  },
  // The chip shows only the number of ids.
  counted: { flexShrink: 0 },
  // Names of inactive filters shrink before those of active ones, which must not lose even a tenth of a pixel, because
  // that would cut off a letter.
  more: {
    flexShrink: 1_000_000,
    minWidth: '40px',
    '@media print': { display: 'none' },
    backgroundColor: 'transparent',
    border: `${tokens.strokeWidthThin} dashed ${tokens.colorNeutralStroke1}`,
  },
  button: {
    minWidth: 0,
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': FOCUS,
  },
  removable: { paddingInlineEnd: tokens.spacingHorizontalXXS },
  value: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  remove: {
    '@media print': { display: 'none' },
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': FOCUS,
  },
});

interface FilterChipsProps {
  filters: readonly FilterDefinition[];
  applied: Filters;
  /** Keys of the filters that select a list, which can be changed but not removed. */
  scope: readonly string[];
  /** Opens the filters with the focus on one of them. */
  onOpen: (key: string) => void;
  onRemove: (key: string) => void;
}

/** Describes a filter's value in words; the list's own component looks up the channels. */
function valueOf(filter: FilterDefinition, applied: Filters, draw: (text: string) => ReactNode): ReactNode {
  const value = applied[filter.key];
  if (Array.isArray(value)) return draw(idsText(value.length));
  switch (filter.kind) {
    case 'channel':
      return (
        <filter.Channels>
          {channels => {
            const chosen = channels?.find(({ id }) => id === value);
            return draw(chosen ? choiceText(chosen) : String(value));
          }}
        </filter.Channels>
      );
    case 'select':
      return draw(filter.options.find(option => option.value === value)?.label ?? String(value));
    default:
      return draw(valueText(filter, value));
  }
}

/** The collapsed search area: one chip for each active filter, and the names of the others. */
export function FilterChips({ filters: all, applied, scope, onOpen, onRemove }: FilterChipsProps) {
  const styles = useStyles();
  // The quick search box is always visible and therefore needs no chip.
  const filters = all.filter(({ kind }) => kind !== 'quick');
  const initial = initialFilters(filters);
  const isSet = (filter: FilterDefinition) =>
    applied[filter.key] !== undefined && (filter.kind !== 'switch' || applied[filter.key] !== initial[filter.key]);
  const unset = filters.filter(filter => !isSet(filter) && filter.kind !== 'switch');
  const others = `+ ${unset.map(({ label }) => label).join(', ')}`;
  return (
    <div className={styles.root}>
      {filters.filter(isSet).map(filter => {
        const { key, label } = filter;
        const removable = !scope.includes(key) && initial[key] === undefined;
        const open = (content: ReactNode, title: string) => (
          <button
            type="button"
            className={mergeClasses(styles.button, removable && styles.removable)}
            title={title}
            onClick={() => onOpen(key)}
          >
            {content}
          </button>
        );
        return (
          <span key={key} className={mergeClasses(styles.chip, Array.isArray(applied[key]) && styles.counted)}>
            {filter.kind === 'switch'
              ? open(applied[key] === true ? filter.onLabel : filter.offLabel, label)
              : valueOf(filter, applied, text =>
                  open(
                    <>
                      {label}{' '}
                      <span className={styles.value} data-typed="">
                        {text}
                      </span>
                    </>,
                    `${label} ${text}`,
                  ),
                )}
            {removable && (
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${label}`}
                onClick={() => onRemove(key)}
              >
                <DismissRegular />
              </button>
            )}
          </span>
        );
      })}
      {unset[0] && (
        <span className={mergeClasses(styles.chip, styles.more)}>
          <button
            type="button"
            className={styles.button}
            title={others}
            onClick={() => unset[0] && onOpen(unset[0].key)}
          >
            {others}
          </button>
        </span>
      )}
    </div>
  );
}
