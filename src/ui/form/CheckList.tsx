import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { FieldControl } from './FormRow.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: '180px',
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  none: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
});

interface CheckListProps<V extends string | number> {
  control: FieldControl;
  options: readonly { value: V; label: string }[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** The message if there are no options. */
  none: string;
}

/** Selects any number of options, each with a checkbox. */
export function CheckList<V extends string | number>({ control, options, value, onChange, none }: CheckListProps<V>) {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the form's row has the label
    <div id={control.id} role="group" aria-label={control.label} className={styles.root}>
      {options.length === 0 && <span className={styles.none}>{none}</span>}
      {options.map(option => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          disabled={control.disabled === true}
          onChange={(_, { checked }) =>
            onChange(checked === true ? [...value, option.value] : value.filter(own => own !== option.value))
          }
        />
      ))}
    </div>
  );
}
