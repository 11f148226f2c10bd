import type { FastifyInstance } from 'fastify';
import { listPushDevices, subscribePush, unsubscribePush, type PushDevice } from '../../../contract/notify.ts';
import { tokenHashOf } from '../../auth/sessions.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';
import { checkSubscription } from '../../notify/push.ts';

/** Registers the calls for the browsers that receive a person's push messages. */
export function pushRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const { push, webhookHosts = [] } = context.config;
  const allowed = new Set(webhookHosts);
  const publicKey = push?.publicKey ?? null;
  const sessionOf = (call: Call): string => tokenHashOf(context, call.request) ?? '';

  const devicesOf = async (call: Call): Promise<{ publicKey: string | null; list: PushDevice[] }> => {
    const { rows } = await pool.query<PushDevice>(
      `SELECT s.id, s.session = $2 AS here, o.agent, s.created_at AS since, s.sent_at AS "sentAt", s.outcome
         FROM push_subscriptions s JOIN sessions o ON o.token_hash = s.session
        WHERE s.user_id = $1 AND s.server_key = $3 AND o.expires_at > $4 ORDER BY 2 DESC, s.id DESC`,
      [call.person.userId, sessionOf(call), publicKey ?? '', nowSeconds(context)],
    );
    return { publicKey, list: rows };
  };

  registerRead(app, context, listPushDevices, devicesOf);

  registerRead(app, context, subscribePush, async (call, input) => {
    if (publicKey === null)
      throw new ApiError(
        409,
        'This server does not send push messages. Ask an administrator to set its keys for Web Push.',
      );
    const checked = checkSubscription(input, allowed);
    if (typeof checked === 'string') throw badRequest(checked);
    const { endpoint, p256dh, auth } = checked;
    const session = sessionOf(call);
    await transaction(pool, async db => {
      // A browser has only one subscription. Any other subscription of the session, or of the person who used the
      // browser before, ends now.
      await db.query('DELETE FROM push_subscriptions WHERE session = $1 OR endpoint = $2', [session, endpoint]);
      await db.query(
        `INSERT INTO push_subscriptions (user_id, session, endpoint, p256dh, auth, server_key, created_at)
         SELECT user_id, token_hash, $2, $3, $4, $5, $6 FROM sessions WHERE token_hash = $1 FOR KEY SHARE ON CONFLICT DO NOTHING`,
        [session, endpoint, p256dh, auth, publicKey, nowSeconds(context)],
      );
    });
    return devicesOf(call);
  });

  registerRead(app, context, unsubscribePush, async (call, { id }) => {
    const { rowCount } = await pool.query('DELETE FROM push_subscriptions WHERE id = $1 AND user_id = $2', [
      id,
      call.person.userId,
    ]);
    if (!rowCount)
      throw notFound('This device no longer receives messages. Reload the page to see the devices that do.');
    return devicesOf(call);
  });
}
