import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import type { ComponentPropsWithRef, ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    boxSizing: 'border-box',
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    minHeight: '32px',
    paddingRight: tokens.spacingHorizontalMNudge,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase300,
    '@media (max-width: 639px)': { minHeight: '40px' },
    ':hover': {
      ...shorthands.borderColor(tokens.colorNeutralStroke1Hover),
      borderBottomColor: tokens.colorNeutralStrokeAccessibleHover,
    },
    // A border for forced-colors mode, in which the colored line is not drawn.
    ':focus-within': { outline: '2px solid transparent' },
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 'auto -1px -1px',
      height: '2px',
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorCompoundBrandStroke,
      transform: 'scaleX(0)',
      transitionProperty: 'transform',
      transitionDuration: tokens.durationFast,
    },
    ':focus-within::after': { transform: 'scaleX(1)' },
  },
  invalid: { ':not(:focus-within)': shorthands.borderColor(tokens.colorPaletteRedBorder2) },
  disabled: { ...shorthands.borderColor(tokens.colorNeutralStrokeDisabled), backgroundColor: 'transparent' },
  small: { minHeight: '24px', paddingRight: tokens.spacingHorizontalS, fontSize: tokens.fontSizeBase200 },
  input: {
    flexGrow: 1,
    boxSizing: 'border-box',
    minWidth: 0,
    width: '100%',
    height: '100%',
    padding: `0 0 0 ${tokens.spacingHorizontalM}`,
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    fontFamily: tokens.fontFamilyBase,
    textOverflow: 'ellipsis',
    '::placeholder': { color: tokens.colorNeutralForeground4, opacity: 1 },
    ':disabled': { color: tokens.colorNeutralForegroundDisabled, cursor: 'not-allowed' },
  },
  smallInput: { paddingLeft: tokens.spacingHorizontalS },
});

interface PlainInputProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'size'> {
  onText: (text: string) => void;
  small?: boolean;
  /** Icons and buttons after the text. */
  after?: ReactNode;
}

/**
 * A native text input that looks like Fluent's; `className` applies to its frame. Fluent's own input has 3.5 kB of
 * styles, which would slow down the first load of every list just for the filters; forms load later and use Fluent's.
 */
export function PlainInput({ className, onText, small, after, ...input }: PlainInputProps) {
  const styles = useStyles();
  const invalid = String(input['aria-invalid']) === 'true';
  const { disabled = false } = input;
  return (
    <span
      className={mergeClasses(
        styles.root,
        small === true && styles.small,
        invalid && styles.invalid,
        disabled && styles.disabled,
        className,
      )}
    >
      <input
        type="text"
        {...input}
        className={mergeClasses(styles.input, small === true && styles.smallInput)}
        onChange={event => onText(event.target.value)}
      />
      {after}
    </span>
  );
}
