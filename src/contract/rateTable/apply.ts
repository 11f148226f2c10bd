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

/** Apply of a draft: the one write of rate tables that is taken without the server and sent later (OB1). */

export const VERSIONS: Readonly<Record<Family, LiveCollection>> = {
  rate: 'rateVersions',
  thirdParty: 'thirdPartyVersions',
};

/** Changed cells of one Apply at most. */
export const CELLS_MOST = 5_000;

/** One changed cell: a row as it is to be, or a key of one that is to go. `base` is the row's version it was made from; 0: there was none. */
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
      /** Channel and number of the version: its key in the change feed. Left out, only the id names it. */
      channelId: z.optional(recordId),
      versionNo: z.optional(recordId),
      /** The draft's version that name, remark and settings were read with; needed where one of them changes. */
      version: z.optional(version),
      cells: z._default(z.array(cell).check(z.maxLength(CELLS_MOST)), []),
      name: z.optional(versionName),
      remark: z.optional(remark),
      settings: z.optional(settingsChange),
    }),
    output: z.object({
      version: rateVersionRow,
      /** Keys of the changed rows in the order of `cells`, and the version that each row has now; 0: it is gone. */
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
      'Changes cells, name and settings of a draft, all or none. 409 carries the rows of cells that someone else has changed; changes to other cells do not conflict',
  });

/** The call of both families. */
export const APPLY_CALLS = { rate: applyOf('rate'), thirdParty: applyOf('thirdParty') } as const;
