import type { Layout } from '../../src/domain/recon/layout.ts';

/** A layout of a supplier's file that reads no column yet. */
export const EMPTY_LAYOUT: Layout = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: 'IDR',
  weightUnit: 'kg',
  roles: {},
  charges: { as: 'rows' },
  kinds: {},
};
