import type { Declarations } from '../../contract/declarations.ts';
import { importById } from '../../contract/imports/registry.ts';
import { importCallBy, type ImportReceipt } from '../../contract/imports/calls.ts';
import { resourceCallsOf } from '../../contract/resources/calls.ts';
import { sheetOf } from '../../contract/resources/sheets.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { countsText, countText, doneCount } from '../../domain/import/countsText.ts';
import { wholeProblem } from '../../domain/import/overwrite.ts';
import { nowSeconds } from '../base/clock.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Own } from '../jobs/kind.ts';
import { owned } from '../jobs/owned.ts';
import type { ServerContext } from '../context.ts';
import { ApiError } from '../base/envelope.ts';
import { lostRight } from '../http/lostRight.ts';
import { isDiskFull, isPassing } from '../base/errors.ts';
import { fileUrl } from '../files/records.ts';
import { missingNames, usedNames } from '../resources/references.ts';
import { extrasOf } from '../resources/all.ts';
import { PLAN_ROWS, type PlanProblem } from '../resources/extras.ts';
import { applyRows, PlanOutdated } from './apply.ts';
import { NO_BULK_FILE, readBulkFile, stageBulk } from './bulk.ts';
import { rightOfFiles, type ApplyOptions } from './conclude.ts';
import { describeMissing, keepFails } from './fails.ts';
import { readReferences } from './lookup.ts';
import { ReaderEnded, type ImportReader } from './reader/process.ts';
import { permissionFor, updateImport, type BulkChange, type ImportRecord } from './records.ts';
import { NOT_KEPT, stageRevert } from './revert.ts';
import { reviewOf } from './review.ts';
import { clearRows } from './staged.ts';
import type { ImportPlan, ImportStore } from './store.ts';
import { storeOf } from './stores.ts';
import { endedAt, rememberUnreadable } from './unreadable.ts';

/** Runs an import, from its call to its receipt. */

/**
 * Maximum number of attempts. Each needs a new plan, because records changed while the previous plan was being applied.
 */
const TRIES = 5;

/** An import that this process runs. */
interface Running {
  declaration: ImportDeclaration;
  store: ImportStore;
  own: Own;
  /** For all writes to the import and its staged rows: they fail if the import has been restarted elsewhere. */
  written: Queryable;
}

type Progress = (state: ImportReceipt['state'], done: number, total: number) => void;

/**
 * Runs an import until it has ended.
 * @throws errors that the import itself did not cause, in which case nothing has been changed; RestartedElsewhere
 */
export async function runImport(
  context: ServerContext,
  reader: ImportReader,
  record: ImportRecord,
  onProgress: Progress,
  own: Own,
): Promise<void> {
  const declaration = importById(record.declaration, context.declared.resources);
  const store = storeOf(record.declaration, context.declared);
  if (!declaration || !store) throw new Error(`the import ${record.declaration} is not known`);
  const written = owned(context.database, own);
  const running: Running = { declaration, store, own, written };
  if (context.database.kind === 'embedded' && record.done > 0 && record.counts) {
    const { total, counts } = record;
    const { review } = record;
    await updateImport(written, record.no, { state: 'applying', ...(review ? { review } : {}) });
    return applyPlan(context, running, { record, total, counts, review }, onProgress);
  }
  if (await refusesPerson(context, running, record)) return;
  if (record.reverts !== null) return runRevert(context, running, record, onProgress);
  if (record.request.bulk) {
    const { bulk } = record.request;
    return runBulk(context, running, record, bulk, onProgress);
  }
  try {
    await runFiles(context, reader, running, record, onProgress);
  } catch (error) {
    if (!(error instanceof ReaderEnded)) throw error;
    // If there are several files, it is not known which of them is the cause.
    const [only] = record.files;
    if (only && record.files.length === 1)
      await rememberUnreadable(context.database.pool, only, error, nowSeconds(context));
    await end(context, running, record, { state: 'refused', fails: record.files.map(file => endedAt(file, error)) });
  } finally {
    await reader.end();
  }
}

/**
 * Changes those records listed in the file that are still as the person saw them, and returns all others for review. A
 * record that changes in the meantime is handled in the next attempt.
 */
async function runBulk(
  context: ServerContext,
  running: Running,
  record: ImportRecord,
  change: BulkChange,
  onProgress: Progress,
): Promise<void> {
  const { pool } = context.database;
  const { store, written } = running;
  await updateImport(written, record.no, { state: 'checking' });
  onProgress('checking', 0, 0);
  const [file] = record.files;
  const rows = file && (await readBulkFile(store.resource, await context.files.read(file.id)));
  if (!rows) {
    const fails = record.files.map(own => ({ url: fileUrl(own), message: NO_BULK_FILE }));
    return end(context, running, record, { state: 'refused', fails });
  }
  for (let attempt = 1; ; attempt++) {
    await clearRows(written, store, record.no);
    const { total, counts, review } = await stageBulk({ read: pool, written }, store, record, change, rows);
    const broken = await stagedProblem(context, store, record);
    if (broken !== null)
      return end(context, running, record, { state: 'refused', fails: [{ url: fileUrl(file), message: broken.text }] });
    const found = { total, counts, ...(review ? { review } : {}) };
    await updateImport(written, record.no, { state: 'applying', ...found });
    onProgress('applying', 0, total);
    try {
      return await applyPlan(context, running, { record, ...found }, onProgress);
    } catch (error) {
      if (!(error instanceof PlanOutdated) || attempt === TRIES) throw error;
    }
  }
}

/**
 * Ends an import that changes nothing. Files that are only checked are kept whatever the result, because they are
 * listed.
 */
async function end(
  context: ServerContext,
  { declaration, store, written }: Running,
  record: ImportRecord,
  update: Omit<Parameters<typeof updateImport>[2], 'finishedAt'>,
): Promise<void> {
  await clearRows(written, store, record.no);
  if (declaration.checksOnly) {
    await written.query('UPDATE files SET expires_at = NULL, permission = $2 WHERE id = ANY ($1)', [
      record.files.map(({ id }) => id),
      rightOfFiles(store.resource, declaration),
    ]);
  }
  await updateImport(written, record.no, { ...update, finishedAt: nowSeconds(context) });
}

/**
 * Opens, checks, compares and applies the files.
 * @throws ReaderEnded if the files together are too large
 */
async function runFiles(
  context: ServerContext,
  reader: ImportReader,
  running: Running,
  record: ImportRecord,
  onProgress: Progress,
): Promise<void> {
  const { pool } = context.database;
  const { declaration, store, written } = running;
  await updateImport(written, record.no, { state: 'checking' });
  onProgress('checking', 0, 0);
  // The references are loaded while the reader process starts and opens the files.
  const references = readReferences(pool, record.entity);
  references.catch(() => undefined);
  const fails = await openFiles(context, reader, record);
  if (fails.length > 0) return end(context, running, record, { state: 'refused', fails });
  const checked = await reader.check(await references);
  if (checked.fails.length > 0) {
    return end(context, running, record, {
      state: 'refused',
      fails: await keepFails(context, record, rightOfFiles(store.resource, declaration), checked.fails),
    });
  }

  if (checked.rows === 0) {
    const fails = record.files.map(file => ({ url: fileUrl(file), message: noRowsText(file.name) }));
    return end(context, running, record, { state: 'refused', fails });
  }
  const leave = new Set(record.request.leave);
  for (let attempt = 1; ; attempt++) {
    const existing = await store.readExisting(pool, record.entity, checked);
    let plan = store.planOf(await reader.plan(existing, [...leave]));
    if (record.request.since !== undefined && plan.count > 0 && !declaration.checksOnly) {
      const conflicting = await reviewOf(pool, store, record.entity, plan, record.request.since, record.email);
      if (conflicting && record.request.leaveTheirs && conflicting.keys.length > 0) {
        for (const key of conflicting.keys) leave.add(key);
        plan = store.planOf(await reader.plan(existing, [...leave]));
      } else if (conflicting) {
        const { review } = conflicting;
        // A preview reports what the import would do, including a refusal.
        const fails = record.request.since === '' ? await planFails(context, reader, running, record, plan) : [];
        if (fails.length > 0) return end(context, running, record, { state: 'refused', fails });
        return end(context, running, record, {
          state: 'review',
          review,
          counts: plan.counts,
          message: reviewText(review.total, record.request.since),
        });
      }
    }
    const fails = await planFails(context, reader, running, record, plan);
    if (fails.length > 0) return end(context, running, record, { state: 'refused', fails });
    if (declaration.checksOnly) return endCheck(context, reader, running, record, plan);
    await updateImport(written, record.no, { state: 'applying', total: plan.count, counts: plan.counts });
    onProgress('applying', 0, plan.count);
    try {
      await applyPlan(context, running, { record, total: plan.count, counts: plan.counts }, onProgress);
      return;
    } catch (error) {
      if (!(error instanceof PlanOutdated) || attempt === TRIES) throw error;
    }
  }
}

/** Returns why the staged rows of an import cannot be applied, or null if they can. */
async function stagedProblem(
  { database: { pool } }: ServerContext,
  { planProblem, resource }: ImportStore,
  { entity, no }: ImportRecord,
): Promise<PlanProblem | null> {
  return (
    (await planProblem?.(pool, entity, no)) ??
    (await extrasOf(resource).planProblem?.(pool, entity, no)) ??
    (await missingNames(pool, resource, entity, no)) ??
    (await usedNames(pool, resource, entity, no))
  );
}

/** Stages a plan. Returns why it conflicts with existing records, or null if it does not. */
async function planFails(
  context: ServerContext,
  reader: ImportReader,
  { declaration, store, written }: Running,
  record: ImportRecord,
  plan: ImportPlan,
): Promise<ImportReceipt['failList']> {
  const failsOf = (message: string) => record.files.map(file => ({ url: fileUrl(file), message }));
  const failsAt = async ({ text, rows }: PlanProblem) => {
    const fails = rows.length === 0 ? [] : await reader.explain(text, rows);
    return fails.length === 0
      ? failsOf(text)
      : keepFails(context, record, rightOfFiles(store.resource, declaration), fails);
  };
  if (declaration.changesOnly && plan.counts.added > 0) return failsAt(addsProblem(plan, declaration));
  await clearRows(written, store, record.no);
  await plan.stage(written, record.no);
  const missing = await missingFails(context, declaration, store, record, plan);
  if (missing.length > 0) return missing;
  const broken = brokenText(plan);
  if (broken !== null) {
    const fails = await reader.mark(broken, plan.broken);
    return keepFails(context, record, rightOfFiles(store.resource, declaration), fails);
  }
  const problem = await stagedProblem(context, store, record);
  return problem === null ? [] : failsAt(problem);
}

/**
 * Ends the check of files that are not imported yet. Incomplete parts are returned in a file; the list shows everything
 * else.
 */
async function endCheck(
  context: ServerContext,
  reader: ImportReader,
  running: Running,
  record: ImportRecord,
  plan: ImportPlan,
): Promise<void> {
  const { fails, rows, warnings } = await reader.findings();
  const right = rightOfFiles(running.store.resource, running.declaration);
  if (fails.length > 0) {
    return end(context, running, record, {
      state: 'refused',
      fails: await keepFails(context, record, right, fails),
    });
  }
  const checked = `${countText(rows, 'fee')} ${rows === 1 ? 'is' : 'are'} complete`;
  const warned = warnings === 0 ? '' : `, ${countText(warnings, 'warning')}`;
  // The text stays in the list while drafts change, for example because this file is imported.
  const effect =
    doneCount(plan.counts) === 0
      ? 'the drafts already contained them'
      : `importing them would have resulted in: ${countsText(plan.counts)}`;
  await end(context, running, record, {
    state: 'applied',
    counts: NOTHING,
    message: `${checked}${warned}. At the time of the check, ${effect}.`,
  });
}

const NOTHING = { added: 0, changed: 0, removed: 0, unchanged: 0, absent: 0, left: 0 };

/** Returns why a plan is refused because records would break the rule between their fields, or null if none would. */
function brokenText({ broken }: ImportPlan): string | null {
  if (broken.length === 0) return null;
  const named = broken
    .slice(0, 5)
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ');
  return `Together with the existing records, these rows would break a rule: ${named}${broken.length > 5 ? '; and others' : ''}. Correct them and import the file again.`;
}

/** Returns why a file that contains only headings is refused. */
const noRowsText = (name: string): string =>
  `"${name}" contains headings but no rows. Nothing was imported; fill in at least one row and import the file again.`;

/** Returns why an import that may only change records is refused: some of the records do not exist. */
function addsProblem(plan: ImportPlan, { title }: ImportDeclaration): PlanProblem {
  const added = Array.from({ length: plan.count }, (_, at) => at).filter(at => plan.change(at) === 'added');
  const nameOf = (at: number): string => plan.key(at).split('/').slice(1).join('/');
  const textOf = (names: string): string =>
    `${title} of ${names} cannot be changed because there is no such record. Create it first, or remove the row.`;
  const named = added.slice(0, 5).map(nameOf);
  return {
    text: textOf(`${named.join(', ')}${added.length > named.length ? ' and others' : ''}`),
    rows: added.slice(0, PLAN_ROWS).map(n => ({ n, text: textOf(nameOf(n)) })),
  };
}

/**
 * Refuses a file that lacks records which it must contain for its channel, and returns these records as a workbook
 * (CDT-5).
 */
async function missingFails(
  context: ServerContext,
  declaration: ImportDeclaration,
  store: ImportStore,
  record: ImportRecord,
  plan: ImportPlan,
): Promise<ImportReceipt['failList']> {
  const { removed } = plan.counts;
  const message = wholeProblem(declaration, record.entity, removed);
  if (message === null) return [];
  const rows = await store.rows(context.database.pool, record.no, 0, plan.count);
  const missing = rows.flatMap(({ before, after }) => (before !== null && after === null ? [before] : []));
  return keepFails(context, record, rightOfFiles(store.resource, declaration), [
    await describeMissing(sheetOf(store.resource), missing, { message, country: record.entity }),
  ]);
}

/** The name in the log (LOG-12). For a bulk change, that of the call that does the same to a single record. */
function logged(
  declared: Declarations,
  { resource }: ImportStore,
  { declaration, request, reverts }: ImportRecord,
): Pick<ApplyOptions, 'url' | 'operator'> {
  const { bulk, origin = bulk } = request;
  if (origin) {
    const isDeletion = bulk ? bulk.set === null : resourceCallsOf(resource).remove?.id === origin.callId;
    return { url: `/api${declared.callById(origin.callId)?.path ?? ''}`, operator: isDeletion ? 'Delete' : 'Edit' };
  }
  const importing = importCallBy(declaration, declared.resources);
  // If a resource has no imports, an undo must be that of a bulk change, even though earlier builds did not record
  // which one.
  return importing || reverts === null
    ? { url: `/api${importing?.path ?? ''}` }
    : { url: `/api${resourceCallsOf(resource).update?.path ?? ''}`, operator: 'Edit' };
}

/**
 * Refuses the import if its person has lost the permission since the call.
 * @returns whether it was refused
 */
async function refusesPerson(context: ServerContext, running: Running, record: ImportRecord): Promise<boolean> {
  const permission = permissionFor(context.declared, record, running.declaration);
  const problem = await lostRight(context.database.pool, record, permission);
  if (problem === null) return false;
  const message = `Nothing was imported. ${problem}`;
  const urls = record.files.length > 0 ? record.files.map(fileUrl) : [''];
  await end(context, running, record, { state: 'refused', fails: urls.map(url => ({ url, message })) });
  return true;
}

/**
 * Applies the plan, and reports its progress. The permission is checked again, because reading and comparing may take
 * minutes. An import that has begun to change records is completed.
 */
async function applyPlan(
  context: ServerContext,
  running: Running,
  plan: Pick<ApplyOptions, 'record' | 'total' | 'counts' | 'review'>,
  onProgress: Progress,
): Promise<void> {
  const { declaration, store, own } = running;
  const { record, total } = plan;
  if (record.done === 0 && (await refusesPerson(context, running, record))) return;
  await applyRows(context, {
    ...plan,
    declaration,
    store,
    own,
    ...logged(context.declared, store, record),
    onProgress: done => onProgress('applying', done, total),
  });
}

async function runRevert(
  context: ServerContext,
  running: Running,
  record: ImportRecord,
  onProgress: Progress,
): Promise<void> {
  const { pool } = context.database;
  const { store, own, written } = running;
  await updateImport(written, record.no, { state: 'checking' });
  onProgress('checking', 0, 0);
  for (let attempt = 1; ; attempt++) {
    const plan = await stageRevert(pool, store, record, own);
    if (plan === null)
      return end(context, running, record, { state: 'refused', fails: [{ url: '', message: NOT_KEPT }] });
    const { total, counts, conflicts } = plan;
    // If no rows are left, skipping the conflicts would change nothing, yet the import would permanently count as
    // undone.
    if (conflicts && (total === 0 || !record.request.skipConflicts)) {
      await clearRows(written, store, record.no);
      const rows = `${conflicts.total === 1 ? 'One row was' : `${conflicts.total} rows were`} changed since the import`;
      const message = total === 0 ? `${rows}, so there is nothing left to undo.` : `${rows}, so it was not undone.`;
      return updateImport(written, record.no, {
        state: 'review',
        review: conflicts,
        counts,
        message,
        finishedAt: nowSeconds(context),
      });
    }
    // An undo that skips the rows which others have changed may break a rule between records, and others may refer to
    // the records that it removes.
    const broken = await stagedProblem(context, store, record);
    if (broken !== null)
      return end(context, running, record, { state: 'refused', fails: [{ url: '', message: broken.text }] });
    await updateImport(written, record.no, { state: 'applying', total, counts });
    onProgress('applying', 0, total);
    try {
      return await applyPlan(context, running, { record, total, counts }, onProgress);
    } catch (error) {
      if (!(error instanceof PlanOutdated) || attempt === TRIES) throw error;
    }
  }
}

/**
 * Opens the files in the reader.
 * @returns the files that cannot be imported; if the reader had to stop because of a file, it is the last one
 */
async function openFiles(
  context: ServerContext,
  reader: ImportReader,
  record: ImportRecord,
): Promise<ImportReceipt['failList']> {
  const fails: ImportReceipt['failList'] = [];
  for (const file of record.files) {
    const bytes = await context.files.read(file.id);
    try {
      const refused = await reader.open(record.declaration, file.name, bytes);
      if (refused !== null) fails.push({ url: fileUrl(file), message: refused });
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      await rememberUnreadable(context.database.pool, file, error, nowSeconds(context));
      return [...fails, endedAt(file, error)];
    }
  }
  return fails;
}

function reviewText(rows: number, since: string): string {
  if (since === '') {
    return 'The files had not been compared with any data. Nothing was imported; this is what they would change.';
  }
  return rows === 0
    ? 'The data that the files were compared with is too old to show what others have changed since. Compare them again.'
    : `${rows === 1 ? 'One row was' : `${rows} rows were`} changed by others since the files were compared.`;
}

/** The message for an import that could not be applied. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError
    ? error.message
    : error instanceof PlanOutdated
      ? 'Others kept changing the same rows. Nothing was imported; try again in a moment.'
      : isDiskFull(error)
        ? 'The server’s disk is full. Nothing was imported; ask an administrator to free up space, then try again.'
        : isPassing(error)
          ? 'The database was busy or unreachable for too long. Nothing was imported; try again.'
          : 'The server could not run the import. Nothing was imported; try again.';

/** The message for an import during which the server was stopped again and again. */
export const KILLED_TEXT =
  'The server stopped several times during the import, possibly because it ran out of memory. Nothing was imported; import fewer rows at a time.';
