import { listAuditLogs } from '../../contract/audit.ts';
import { LIVE_COLLECTIONS, type CallDefinition } from '../../contract/call.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { SessionInfo } from '../../contract/session.ts';
import { COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { allows, type Principal } from '../../domain/permission.ts';
import type { Row } from '../types.ts';
import type { MirrorDb } from './db.ts';
import { dropCollectionCached, dropEntityCached } from './dropCached.ts';
import { noteRights } from './rights.ts';

const principalOf = (info: SessionInfo): Principal => ({ privilege: info.privilege, codes: info.codesByEntity });

/**
 * Whether the person may still cache a call's responses. For the log, this depends on the permission for the requested
 * feature.
 */
function mayKeep(who: Principal, entity: Country, call: CallDefinition | undefined, input: Row): boolean {
  if (!call) return false;
  const { permission } = call;
  if (call.id === listAuditLogs.id) return allows(who, entity, `${String(input['code'])}.read`);
  return (
    permission === 'public' || permission === 'session' || permission === 'signedIn' || allows(who, entity, permission)
  );
}

/**
 * Removes from the mirror whatever the person may no longer see, because entities or permissions were revoked (MR4).
 */
export async function pruneForSession(
  db: MirrorDb,
  info: SessionInfo,
  declared: Declarations = DECLARATIONS,
): Promise<void> {
  const who = principalOf(info);
  const mine = new Set(info.whitelisted ? info.entities.map(({ country }) => country) : []);
  const lost = COUNTRY_CODES.filter(entity => !mine.has(entity));
  const tables = [
    db.channels,
    db.rows,
    db.segments,
    db.pages,
    db.snapshots,
    db.sets,
    db.setSegments,
    db.setChanges,
    db.kept,
  ];
  await db.transaction('rw', [...tables, db.counters], async () => {
    await noteRights(db);
    await db.channels.where('entity').anyOf(lost).delete();
    await db.snapshots.bulkDelete(lost);
    for (const entity of lost) {
      await dropEntityCached(db, entity);
      await db.rows.where('[entity+collection+key]').between([entity], [entity, []]).delete();
      await db.segments.where('[entity+collection]').between([entity], [entity, []]).delete();
    }
    for (const entity of mine) {
      for (const { collection, feature } of declared.resources) {
        if (allows(who, entity, feature)) continue;
        await db.rows.where('[entity+collection]').equals([entity, collection]).delete();
        await dropCollectionCached(db, entity, collection as ResourceCollection);
      }
      for (const { collection, feature } of LIVE_COLLECTIONS) {
        if (allows(who, entity, feature)) continue;
        await db.rows.where('[entity+collection]').equals([entity, collection]).delete();
      }
    }
    await db.pages
      .filter(page => !mine.has(page.entity) || !mayKeep(who, page.entity, declared.callById(page.callId), page.input))
      .delete();
    await db.kept.filter(({ entity, permission }) => !mine.has(entity) || !allows(who, entity, permission)).delete();
  });
}
