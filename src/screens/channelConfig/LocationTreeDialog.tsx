import { useMemo, useState } from 'react';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { Warehouse } from '../../contract/channelConfigReads.ts';
import { warehouseText } from '../../domain/channelConfig/channel.ts';
import { useDialogStyles } from '../../ui/dialogStyles.ts';
import { useFocusReturn } from '../../ui/useFocusReturn.ts';
import { warehousesWith } from './warehousesWith.ts';

const useStyles = makeStyles({
  search: { width: '100%', marginBottom: tokens.spacingVerticalS },
  tree: { maxHeight: '50vh', overflowY: 'auto', '@media (max-width: 640px)': { maxHeight: 'none' } },
  region: { margin: 0, padding: 0, border: 'none' },
  houses: { display: 'flex', flexDirection: 'column', paddingInlineStart: tokens.spacingHorizontalXXL },
  none: { color: tokens.colorNeutralForeground2 },
});

interface LocationTreeDialogProps {
  /** The dialog's title: "Seller Location" or "WMS Location". */
  title: string;
  warehouses: readonly Warehouse[];
  /** Selected ids; ids that are not in the list are left unchanged. */
  chosen: readonly string[];
  onApply: (ids: string[]) => void;
  onClose: () => void;
}

/**
 * Selects warehouses by region and city (CHC-17): after any change, the title has an asterisk and the selection can be
 * applied.
 */
export function LocationTreeDialog({ title, warehouses, chosen, onApply, onClose }: LocationTreeDialogProps) {
  const styles = useStyles();
  const dialogStyles = useDialogStyles();
  useFocusReturn();
  const [ids, setIds] = useState<readonly string[]>(chosen);
  const [text, setText] = useState('');
  const isChanged = warehouseText(ids) !== warehouseText(chosen);
  const regions = useMemo(() => {
    const shown = warehousesWith(warehouses, text);
    const byRegion = new Map<string, Warehouse[]>();
    for (const house of shown) byRegion.set(house.region, [...(byRegion.get(house.region) ?? []), house]);
    return [...byRegion.entries()];
  }, [text, warehouses]);
  const set = (changed: readonly string[], on: boolean) =>
    setIds(on ? [...new Set([...ids, ...changed])] : ids.filter(id => !changed.includes(id)));
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && onClose()} surfaceMotion={null}>
      <DialogSurface className={dialogStyles.form} backdropMotion={null} backdrop={{ appearance: 'dimmed' }}>
        <DialogBody>
          <DialogTitle>{isChanged ? `${title} *` : title}</DialogTitle>
          <DialogContent>
            <Input
              className={styles.search}
              value={text}
              placeholder="Search by ID, name, region or city"
              aria-label="Search warehouses"
              onChange={(_, data) => setText(data.value)}
            />
            <div className={styles.tree}>
              {regions.length === 0 && (
                <p className={styles.none}>
                  {warehouses.length === 0
                    ? 'This country has no warehouses yet.'
                    : 'No warehouse matches your search. Clear it to see all warehouses.'}
                </p>
              )}
              {regions.map(([region, houses]) => {
                const own = houses.map(({ id }) => id);
                const count = own.filter(id => ids.includes(id)).length;
                return (
                  <fieldset key={region} className={styles.region}>
                    <Checkbox
                      label={`${region} (${count} of ${own.length})`}
                      checked={count === 0 ? false : count === own.length ? true : 'mixed'}
                      onChange={(_, data) => set(own, data.checked === true)}
                    />
                    <div className={styles.houses}>
                      {houses.map(({ id, name, city }) => (
                        <Checkbox
                          key={id}
                          label={`${id} ${name}, ${city}`}
                          checked={ids.includes(id)}
                          onChange={(_, data) => set([id], data.checked === true)}
                        />
                      ))}
                    </div>
                  </fieldset>
                );
              })}
            </div>
          </DialogContent>
          <DialogActions className={dialogStyles.actions}>
            <Button appearance="primary" disabled={!isChanged} onClick={() => onApply([...ids])}>
              Apply
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
