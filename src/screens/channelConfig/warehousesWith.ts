import type { Warehouse } from '../../contract/channelConfigReads.ts';
import { fold } from '../../domain/fold.ts';

/** Spaces and the punctuation with which the list writes a warehouse: "W1 North, Bandung" below "Jawa Barat (1 of 2)". */
const BETWEEN = /[\s,;()]+/;

const words = (text: string): string[] =>
  fold(text)
    .split(BETWEEN)
    .filter(word => word !== '');

/**
 * The warehouses whose id, name, region and city together contain every word of a search, so that a person can type or
 * paste what the list shows, in any order.
 */
export function warehousesWith(warehouses: readonly Warehouse[], search: string): readonly Warehouse[] {
  const wanted = words(search);
  return warehouses.filter(({ id, name, region, city }) => {
    const shown = words(`${id} ${name} ${region} ${city}`).join(' ');
    return wanted.every(word => shown.includes(word));
  });
}
