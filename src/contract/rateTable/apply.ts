import * as z from 'zod/mini';
import { PARTS } from '../../domain/rates/rows.ts';
import { defineCall, type LiveCollection } from '../call.ts';
import { recordId, version } from '../common.ts';
import { partName, ROW_SHAPES, rowKey, settingsChange, versionId } from './rows.ts';
import {
  FAMILY_BASE,
  FAMILY_FEATURE,
  FAMILY_ID,
  rateVersionRow,
  remark,
  versionName,
  type Family,
} from './versions.ts';

/** Applies changes to a draft: the only write to rate tables that is accepted offline and sent later (OB1). */

export const VERSIONS: Readonly<Record<Family, LiveCollection>> = {
  rate: 'rateVersions',
  thirdParty: 'thirdPartyVersions',
};

/** The maximum number of changed cells in one Apply. */
export const CELLS_MOST = 5_000;

/**
 * One changed cell: either the new row, or the key of a row to remove. `base` is the version of the row on which the
 * change is based; 0 if the row did not exist.
 */
const base = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
const cell = z.union([
  ...PARTS.map(part => z.object({ part: z.literal(part), base, row: ROW_SHAPES[part] })),
  z.object({ part: partName, base, remove: rowKey }),
] as unknown as readonly [z.ZodMiniType<Cell>]);
export type Cell =
  | { part: (typeof PARTS)[number]; base: number; row: Record<string, unknown> }
  | { part: (typeof PARTS)[number]; base: number; remove: string };

const applyOf = (family: Family) =>
  defineCall({
    id: `${FAMILY_ID[family]}.apply`,
    method: 'POST',
    path: `${FAMILY_BASE[family]}/v2/cells/apply`,
    input: z.object({
      id: versionId,
      /**
       * The version's channel and number, which form its key in the change feed. If omitted, only the id identifies the
       * version.
       */
      channelId: z.optional(recordId),
      versionNo: z.optional(recordId),
      /**
       * The draft's version on which changes to name, remark and settings are based; required if any of these changes.
       */
      version: z.optional(version),
      cells: z._default(z.array(cell).check(z.maxLength(CELLS_MOST)), []),
      name: z.optional(versionName),
      remark: z.optional(remark),
      settings: z.optional(settingsChange),
    }),
    output: z.object({
      version: rateVersionRow,
      /**
       * Keys of the changed rows, in the order of `cells`, and the new version of each row; 0 if the row was removed.
       */
      cells: z.array(z.object({ part: partName, key: z.string(), version: z.int() })),
    }),
    permission: `${FAMILY_FEATURE[family]}.write`,
    offline: 'outbox',
    write: {
      collection: VERSIONS[family],
      kind: 'update',
      fields: {
        id: true,
        channelId: false,
        versionNo: false,
        cells: false,
        name: false,
        remark: false,
        settings: false,
      },
      key: ({ channelId, versionNo }) => (channelId === undefined ? '' : `${channelId}/${versionNo ?? ''}`),
    },
    summary:
      'Changes cells, name and settings of a draft, all or none. A 409 returns the rows of cells that someone else has changed; changes to other cells do not conflict',
  });

/** The Apply calls of both families. */
export const APPLY_CALLS = { rate: applyOf('rate'), thirdParty: applyOf('thirdParty') } as const;
