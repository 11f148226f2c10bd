import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { importById } from '../../contract/imports/registry.ts';
import { kindName, rateImportId } from '../../contract/rateImports/resources.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { IMPORT_KINDS, type ImportKind } from '../../domain/rates/importRows.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { ImportDialog } from '../shared/imports/ImportDialog.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  kind: {
    width: '100%',
    height: '100%',
    justifyContent: 'flex-start',
    textAlign: 'start',
    paddingBlock: tokens.spacingVerticalS,
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  what: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

/** What each kind of file adds to a draft. */
const WHAT: Readonly<Record<ImportKind, string>> = {
  zoneCode: 'Codes and names of zones',
  routeCode: 'Codes and names of routes',
  originDestCode: 'The route of each origin and destination',
  cepZoneCode: 'The zone of each range of CEPs',
  priceListEnhanced: 'Fees by area, weight and maximum sum of sides',
  priceListWeightRule: 'Rounding, divisor and step of each version',
  basicShippingFee: 'Fees by area and weight',
  calculationAddress: 'The zone or route of each origin and destination',
  volumeFee: 'Fees by area and volume',
  remoteFee: 'Fees for remote places',
  codFee: 'Fees for collecting cash',
};

/** Starts a task: asks for the kind of file, then imports it like any other file (TASK-1). */
export function StartTask({ close, family }: { close: () => void; family: Family }) {
  const styles = useStyles();
  const { entity } = useSync();
  const [kind, setKind] = useState<ImportKind | null>(null);
  const kinds = IMPORT_KINDS.filter(own => own !== 'cepZoneCode' || hasCepRanges(entity));
  const declaration = kind === null ? undefined : importById(rateImportId(family, kind));
  if (declaration) return <ImportDialog declaration={declaration} close={close} />;
  return (
    <InfoDialog title="What do you import?" wide onClose={close}>
      <ul className={styles.list}>
        {kinds.map(own => (
          <li key={own}>
            <Button className={styles.kind} onClick={() => setKind(own)}>
              <span className={styles.words}>
                {kindName(own)}
                <span className={styles.what}>{WHAT[own]}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </InfoDialog>
  );
}

/**
 * Uploads a price list, which is parsed and validated here; its row in the list shows the server's findings (PRICE-1).
 */
export function UploadPriceList({ close, family }: { close: () => void; family: Family }) {
  const declaration = importById(rateImportId(family, 'priceList'));
  return declaration ? <ImportDialog declaration={declaration} close={close} /> : null;
}
