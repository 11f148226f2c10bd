import { useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { warehouseIds, warehouseText } from '../../domain/channelConfig/channel.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { useWarehouses } from '../../sync/hooks/useWarehouses.ts';
import type { FieldControl } from '../../ui/form/FormRow.tsx';
import { TagList } from '../../ui/TagList.tsx';
import { LocationTreeDialog } from './LocationTreeDialog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', rowGap: tokens.spacingVerticalXS },
  note: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface WarehouseFieldProps {
  control: FieldControl;
  kind: 'seller' | 'wms';
  country: Country;
  /** Comma-separated ids. */
  value: string;
  onChange: (value: string) => void;
}

/** A channel's warehouses, selected in the location tree of its from-country (G55). */
export function WarehouseField({ control, kind, country, value, onChange }: WarehouseFieldProps) {
  const styles = useStyles();
  const { answer, retry } = useWarehouses(country);
  const [open, setOpen] = useState(false);
  const ids = warehouseIds(value);
  return (
    <div className={styles.root}>
      {ids.length === 0 ? <span className={styles.note}>None chosen</span> : <TagList items={ids} wraps />}
      {answer === undefined && <Spinner size="tiny" label={`Loading the warehouses of ${COUNTRIES[country].inText}`} />}
      {answer === null ? (
        <>
          <output className={styles.note}>
            The warehouses of {COUNTRIES[country].inText} are not on this device and the server cannot be reached. Your
            selection is kept.
          </output>
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        </>
      ) : (
        <Button
          id={control.id}
          size="small"
          aria-label={`Choose ${control.label}`}
          disabled={control.disabled || answer === undefined}
          onClick={() => setOpen(true)}
        >
          Choose ...
        </Button>
      )}
      {open && answer && (
        <LocationTreeDialog
          title={control.label}
          warehouses={answer[kind]}
          chosen={ids}
          onApply={chosen => {
            onChange(warehouseText(chosen));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
