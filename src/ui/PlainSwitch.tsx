// A native checkbox exposes its checked state by itself.
/* oxlint-disable jsx-a11y/role-has-required-aria-props */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `6px ${tokens.spacingHorizontalS}`,
    minWidth: 0,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: 'pointer',
  },
  small: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  switch: {
    appearance: 'none',
    boxSizing: 'border-box',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    width: '40px',
    height: '20px',
    margin: 0,
    padding: '0 2px',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralStrokeAccessible,
    cursor: 'inherit',
    transitionProperty: 'background-color',
    transitionDuration: tokens.durationFast,
    '::before': {
      content: '""',
      width: '14px',
      height: '14px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: 'currentColor',
      transitionProperty: 'transform',
      transitionDuration: tokens.durationFast,
      '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' },
    },
    ':checked': {
      border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
      backgroundColor: tokens.colorCompoundBrandBackground,
      color: tokens.colorNeutralForegroundInverted,
      '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
    },
    ':checked::before': {
      transform: 'translateX(20px)',
      '@media (forced-colors: active)': { backgroundColor: 'Canvas' },
    },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
    },
  },
});

interface PlainSwitchProps {
  /** The visible label next to the switch. */
  label: string;
  /** Accessible name, if the visible label does not suffice; it must contain the label's text. */
  name?: string;
  small?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * A native switch that looks like Fluent's. Fluent's own switch has 4 kB of styles, which would slow down the first
 * load of every list just for the filters; forms load later and use Fluent's.
 */
export function PlainSwitch({ label, name, small, checked, onChange }: PlainSwitchProps) {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.root, small === true && styles.small)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={name}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
