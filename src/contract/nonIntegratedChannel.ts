import * as z from 'zod/mini';
import { NAME_MOST } from '../domain/channelConfig/choices.ts';
import { normalise } from '../domain/import/normalise.ts';
import { AUDITED_PATH } from './auditLabel.ts';
import { defineCall } from './call.ts';
import { country, recordId } from './common.ts';
import { channelConfig } from './resources/channelConfig.ts';

const name = z.string().check(
  z.overwrite<string>(value => normalise(value, 'line')),
  z.minLength(1),
  z.maxLength(NAME_MOST),
);

/** The limit JSON. The documents name only the two limits that are not stored. */
const limit = z.string().check(z.minLength(2), z.maxLength(4000));

const laneCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{4,32}$/, 'must be 4 to 32 letters, digits, - or _'));

/**
 * Registers a channel that is not integrated, in the country that its lane code identifies (channels spec 2.7; ENT-4,
 * ENT-6). It has no screen, because the documents describe none (G87).
 */
export const registerNonIntegrated = defineCall({
  id: 'channelConfig.registerNonIntegrated',
  method: 'POST',
  path: AUDITED_PATH.nonIntegratedRegister,
  input: z.object({
    channelId: recordId,
    channelName: name,
    display_name: name,
    from_country: country,
    laneCode,
    limit,
  }),
  output: z.object({
    channelId: recordId,
    laneCode: z.string(),
    country,
    /** 1 CrossBorder, 2 Local (ENT-10). */
    category: z.int(),
    limit: z.record(z.string(), z.number()),
  }),
  permission: `${channelConfig.feature}.write`,
  offline: 'network',
  summary: 'Registers a non-integrated channel in the country of its lane code (channels spec 2.7; ENT-4, ENT-6, G87)',
});
