import { Checkbox, makeStyles, Select, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { CURRENCY_CODES } from '../../domain/currency.ts';
import { WEIGHT_UNITS, type DateOrder, type WeightUnit } from '../../domain/recon/billCells.ts';
import { SIZE_UNITS, type SizeUnit } from '../../domain/recon/billSizes.ts';
import type { Layout } from '../../domain/recon/layout.ts';
import { withChargesAs } from '../../domain/recon/layoutUses.ts';
import {
  encodingName,
  SEPARATORS,
  TEXT_ENCODINGS,
  type Separator,
  type TextEncoding,
} from '../../domain/sheet/textForm.ts';
import { LabelledField } from './parts.tsx';

const useStyles = makeStyles({
  short: { width: '110px' },
  wrap: { flexWrap: 'wrap', display: 'flex', gap: tokens.spacingHorizontalM, alignItems: 'end' },
});

/** Fields side by side, which wrap in a narrow window. */
export function LayoutFields({ children }: { children: ReactNode }) {
  return <div className={useStyles().wrap}>{children}</div>;
}

const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  tab: 'Tab',
  '|': 'Vertical bar',
};

/** Maximum number of rows above the header row; all of them are shown for a selected file. */
const SKIPPED_MOST = 39;

/** The numbers of rows to choose from, including that of a layout that was stored with more. */
const rowCounts = (own: number): number[] => [
  ...Array.from({ length: SKIPPED_MOST + 1 }, (_, count) => count),
  ...(own > SKIPPED_MOST ? [own] : []),
];

/** The notation of the values in a supplier's file. */
export function LayoutSettings({ layout, change }: { layout: Layout; change: (next: Layout) => void }) {
  const own = useStyles();
  return (
    <LayoutFields>
      <LabelledField label="Charges">
        {id => (
          <Select
            id={id}
            value={layout.charges.as}
            onChange={(_, { value }) => change(withChargesAs(layout, value as Layout['charges']['as']))}
          >
            <option value="rows">One row per charge</option>
            <option value="pairs">Pairs of charge and amount</option>
            <option value="columns">One column per charge</option>
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Separator">
        {id => (
          <Select
            id={id}
            value={layout.separator ?? ''}
            onChange={(_, { value }) =>
              change({ ...layout, separator: value === '' ? undefined : (value as Separator) })
            }
          >
            <option value="">Found in the file</option>
            {SEPARATORS.map(separator => (
              <option key={separator} value={separator}>
                {SEPARATOR_NAMES[separator]}
              </option>
            ))}
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Text encoding">
        {id => (
          <Select
            id={id}
            value={layout.encoding ?? ''}
            onChange={(_, { value }) =>
              change({ ...layout, encoding: value === '' ? undefined : (value as TextEncoding) })
            }
          >
            <option value="">UTF-8 or UTF-16</option>
            {TEXT_ENCODINGS.map(encoding => (
              <option key={encoding} value={encoding}>
                {encodingName(encoding)}
              </option>
            ))}
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Rows above">
        {id => (
          <Select
            id={id}
            className={own.short}
            value={String(layout.skippedRows)}
            onChange={(_, { value }) => change({ ...layout, skippedRows: Number(value) })}
          >
            {rowCounts(layout.skippedRows).map(count => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        )}
      </LabelledField>
      <Checkbox
        label="Header row"
        checked={layout.headerRow}
        onChange={(_, { checked }) => change({ ...layout, headerRow: checked === true })}
      />
      <LabelledField label="Decimal mark">
        {id => (
          <Select
            id={id}
            value={layout.decimalMark}
            onChange={(_, { value }) => change({ ...layout, decimalMark: value as '.' | ',' })}
          >
            <option value=".">1,234.56</option>
            <option value=",">1.234,56</option>
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Weights and sizes as">
        {id => (
          <Select
            id={id}
            value={layout.measureMark ?? ''}
            onChange={(_, { value }) => {
              const { measureMark: _former, ...rest } = layout;
              change(value === '' ? rest : { ...rest, measureMark: value as '.' | ',' });
            }}
          >
            <option value="">Amounts</option>
            <option value=".">1.5</option>
            <option value=",">1,5</option>
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Days as">
        {id => (
          <Select
            id={id}
            value={layout.dateOrder}
            onChange={(_, { value }) => change({ ...layout, dateOrder: value as DateOrder })}
          >
            <option value="ymd">2026-01-31</option>
            <option value="dmy">31/01/2026</option>
            <option value="mdy">01/31/2026</option>
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Currency">
        {id => (
          <Select id={id} value={layout.currency} onChange={(_, { value }) => change({ ...layout, currency: value })}>
            {CURRENCY_CODES.map(code => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Weights in">
        {id => (
          <Select
            id={id}
            value={layout.weightUnit}
            onChange={(_, { value }) => change({ ...layout, weightUnit: value as WeightUnit })}
          >
            {Object.keys(WEIGHT_UNITS).map(unit => (
              <option key={unit}>{unit}</option>
            ))}
          </Select>
        )}
      </LabelledField>
      <LabelledField label="Sizes in">
        {id => (
          <Select
            id={id}
            value={layout.sizeUnit ?? ''}
            onChange={(_, { value }) => change({ ...layout, sizeUnit: value === '' ? undefined : (value as SizeUnit) })}
          >
            <option value="">Not read</option>
            {Object.keys(SIZE_UNITS).map(unit => (
              <option key={unit}>{unit}</option>
            ))}
          </Select>
        )}
      </LabelledField>
    </LayoutFields>
  );
}
