import { Switch, makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: { minWidth: 0, alignItems: 'center' },
  // Two lines of small letters take no more height than an input.
  label: {
    paddingTop: 0,
    paddingBottom: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    marginTop: 0,
    marginBottom: 0,
  },
  indicator: { marginTop: 0, marginBottom: 0, marginInlineStart: 0 },
});

interface DisplaySwitchProps {
  /** Accessible name; the visible words are the on- and off-label. */
  label: string;
  onLabel: string;
  offLabel: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch whose label says what it does now, e.g. "Show unsupported locations" (SAL-16). */
export function DisplaySwitch({ label, onLabel, offLabel, checked, onChange }: DisplaySwitchProps) {
  const styles = useStyles();
  const state = checked ? onLabel : offLabel;
  return (
    <Switch
      className={styles.root}
      checked={checked}
      onChange={(_, data) => onChange(data.checked)}
      indicator={{ className: styles.indicator }}
      label={{ children: state, className: styles.label }}
      input={{ 'aria-label': `${label}: ${state}` }}
    />
  );
}
