import type { FastifyInstance } from 'fastify';
import { registerNonIntegrated } from '../../../contract/nonIntegratedChannel.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { CHANNEL_TAG, CHANNEL_TYPE } from '../../../domain/channelConfig/choices.ts';
import { laneOf, storedLimit, type Lane } from '../../../domain/channelConfig/lane.ts';
import { CATEGORY } from '../../../domain/permission.ts';
import { badRequest } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { registerWrite } from '../../http/registrar.ts';
import { servedOf } from '../../resources/all.ts';
import { addChecked } from '../../resources/routes.ts';

/** @throws ApiError 400 if the lane code identifies none of the eight countries */
function readLane(laneCode: string): Lane {
  const lane = laneOf(laneCode);
  if (!lane)
    throw badRequest(
      `laneCode: the two characters before the last two of ${laneCode} must be the code of a country, as in LID01`,
    );
  return lane;
}

/** Registers the call for channels that are not integrated (ENT-4, ENT-6, G87). */
export function nonIntegratedRoutes(app: FastifyInstance, context: ServerContext): void {
  registerWrite(app, context, registerNonIntegrated, {
    entityOf: async (_db, { laneCode }) => readLane(laneCode).country,
    apply: async (db, { channelId, channelName, display_name, from_country, laneCode, limit }, scope) => {
      const { country, category } = readLane(laneCode);
      const values = {
        channelId,
        channelName,
        display_name,
        from_country,
        channel_type: CHANNEL_TYPE.nonIntegrate,
        channel_tag: category === CATEGORY.local ? CHANNEL_TAG.local : CHANNEL_TAG.crossBorder,
      };
      const stored = storedLimit(limit);
      if (typeof stored === 'string') throw badRequest(`limit: ${stored}`);
      const effect = await addChecked(db, servedOf(channelConfig), values, scope);
      // Extra data without a name among the settings stays as it is when the settings change.
      await db.query({
        name: 'non-integrated-extra',
        text: 'UPDATE channels SET extra_data = extra_data || $2::jsonb WHERE channel_id = $1',
        values: [channelId, JSON.stringify({ laneCode, limit: stored })],
      });
      return { ...effect, output: { channelId, laneCode, country, category, limit: stored } };
    },
  });
}
