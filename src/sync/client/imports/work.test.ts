import { expect, it } from 'vitest';
import { FILE_LIMIT, FILE_TOO_LARGE } from '../../../contract/files.ts';
import type { ExcelApi } from '../../excelClient/api.ts';
import { ExcelClient, type ExcelWorker } from '../../excelClient/client.ts';
import { eventually } from '../../testing/eventually.ts';
import type { ImportDraft } from '../../imports/db.ts';
import { ImportWork } from './work.ts';
import type { WorkDeps } from './workDeps.ts';

const CHECK = {
  rows: 1,
  writes: 1,
  removals: 0,
  wrongRows: 0,
  skipped: 0,
  errors: 0,
  byRule: [],
  unchecked: [],
  wrongFiles: [],
  byFile: [],
  corrected: 0,
  leftOut: 0,
};
const COMPARE = {
  check: null,
  counts: { added: 1, changed: 0, removed: 0, unchanged: 0, absent: 0, unknown: 0, refused: 0 },
  meaning: [],
  notCached: [] as number[],
  asOf: 1,
  since: 'c1',
};
const MATCH = { row: 0, columns: [0], unknown: [], missing: [] as string[], twice: [] };

/**
 * Sets up workers that record their calls; with `slow`, reading never finishes. A call listed in `dies` ends its
 * worker.
 */
function setUp(
  options: {
    slow?: boolean;
    missing?: string[];
    catchUp?: () => Promise<boolean>;
    workbook?: Blob;
    cacheChannels?: WorkDeps['cacheChannels'];
  } = {},
) {
  const calls: string[] = [];
  /** Comparisons wait until `compare` resolves. */
  const gate = { compare: Promise.resolve() };
  let workers = 0;
  let ended = 0;
  let missing = options.missing ?? [];
  const dies = new Set<'check' | 'compare' | 'draft'>();
  const start = (): ExcelWorker => {
    workers += 1;
    let ids = 0;
    let die = (): void => undefined;
    const api: Partial<ExcelApi> = {
      begin: async () => ({ title: 'Location' }),
      open: async file => {
        if (file.name.startsWith('deadly')) {
          calls.push(`open ${file.name}`);
          die();
          return new Promise<never>(() => undefined);
        }
        return {
          ok: true,
          value: { fileId: ++ids, fileName: file.name, bytes: 1, sheets: [{ name: 'S', hidden: false, head: [] }] },
        };
      },
      close: async () => undefined,
      match: async (_, mapping, sheet = 0) => {
        if (Object.keys(mapping).length > 0) missing = [];
        return { sheet, match: { ...MATCH, missing }, alike: [], undecided: [] };
      },
      read: async () =>
        options.slow
          ? new Promise<never>(() => undefined)
          : { ok: true, value: { rows: 2, hiddenRows: 0, merged: [], columns: 1 } },
      check: async ids => {
        calls.push(`check ${ids.join()}`);
        if (!dies.has('check')) return CHECK;
        die();
        return new Promise<never>(() => undefined);
      },
      refresh: async () => {
        calls.push('refresh');
        return CHECK;
      },
      edit: async edits => {
        calls.push(`edit ${edits.map(({ fileId, row, text }) => `${fileId}/${row}=${text}`).join()}`);
        return CHECK;
      },
      replace: async (key, value, by, fileIds) => {
        calls.push(`replace ${key} ${value} ${by} in ${fileIds?.join()}`);
        return { ...CHECK, replaced: 2 };
      },
      compare: async () => {
        await gate.compare;
        if (dies.has('compare')) throw new Error('the mirror cannot be read');
        return { ...COMPARE, overwrite: null, notCached: options.cacheChannels ? [1, 2] : [] };
      },
      workbook: async fileId => options.workbook ?? new Blob([`workbook ${fileId}`]),
    };
    return { api: api as ExcelApi, end: () => (ended += 1), onDeath: listener => (die = listener) };
  };
  let draft: ImportDraft | null = null;
  let mapping = {};
  const make = () =>
    new ImportWork({
      excel: new ExcelClient(start),
      store: {
        loadDraft: async () => draft,
        newDraft: async () => undefined,
        saveDraft: async next => {
          if (dies.has('draft')) return false;
          draft = next && { ...next, fixes: [...next.fixes], key: 'k', at: 0 };
          return true;
        },
        loadMapping: async () => mapping,
        release: () => undefined,
        saveMapping: async next => {
          mapping = next;
        },
      },
      importId: 'channelLocation',
      entity: 'ID',
      userId: 1,
      ...(options.cacheChannels ? { cacheChannels: options.cacheChannels } : {}),
      ...(options.catchUp ? { catchUp: options.catchUp } : {}),
    });
  return {
    make,
    calls,
    dies,
    gate,
    count: () => ({ workers, ended }),
    draft: () => draft,
    keep: (kept: ImportDraft) => (draft = kept),
  };
}

const file = (name: string) => new File(['x'], name);

it('files are read, checked and compared, and an uncorrected file is sent exactly as selected', async () => {
  const { make } = setUp();
  const work = make();
  await work.start();
  const chosen = file('a.csv');
  await work.add([chosen]);
  expect(work.getSnapshot()).toMatchObject({ check: CHECK, compare: COMPARE, busy: null });
  expect(await work.forSending()).toEqual([chosen]);
});

it('an uncorrected file is sent exactly as selected, even alongside a corrected one (LOG-8)', async () => {
  const { make } = setUp();
  const work = make();
  await work.start();
  const chosen = file('a.csv');
  await work.add([chosen, file('b.csv')]);
  await work.edit(2, 2, { city: 'x' });
  const sent = await work.forSending();
  expect(sent.map(({ name }) => name)).toEqual(['a.csv', 'b.xlsx']);
  expect(sent[0]).toBe(chosen);
});

it('resuming a draft reapplies its corrections in order', async () => {
  const { make, calls } = setUp();
  const work = make();
  await work.start();
  await work.add([file('a.csv')]);
  await work.edit(1, 2, { city: 'x' });
  await work.edit(1, 3, { city: 'y' });
  await work.replace('city', 'y', 'z');
  work.end();
  calls.length = 0;
  const again = make();
  await again.start();
  expect(calls).toEqual(['check 1', 'edit 1/2=x,1/3=y', 'replace city y z in 1']);
  expect(again.getSnapshot()).toMatchObject({ restored: true, fixes: 3, check: CHECK });
  const [sent] = await again.forSending();
  expect([sent?.name, await sent?.text()]).toEqual(['a.xlsx', 'workbook 1']);
});

it('resuming a draft restores the name of the batch and how its files are read', async () => {
  const { make } = setUp();
  const work = make();
  await work.start();
  await work.add([file('a.csv'), file('b.csv')]);
  await work.chooseEncoding('a.csv', 'windows-874');
  await work.chooseColumns('b.csv', { city: 3 });
  work.nameBatch('Spring sale');
  work.end();
  const again = make();
  await again.start();
  expect(again.getSnapshot()).toMatchObject({
    batchName: 'Spring sale',
    files: [
      { name: 'a.csv', encoding: 'windows-874', choice: {} },
      { name: 'b.csv', encoding: null, choice: { city: 3 } },
    ],
  });
  await again.discard();
  expect(again.getSnapshot().batchName).toBeNull();
});

it('an import that is corrected keeps the name of its batch', async () => {
  const { make } = setUp();
  const work = make();
  await work.startWith([file('a.csv')], 'Spring sale');
  expect(work.getSnapshot().batchName).toBe('Spring sale');
});

it('a correction applies only to the files and sheets that were open when it was made', async () => {
  const { make, calls, draft } = setUp();
  const work = make();
  await work.start();
  await work.add([file('a.xlsx')]);
  await work.edit(1, 2, { city: 'x' });
  await work.replace('city', 'y', 'z');
  calls.length = 0;
  await work.add([file('b.xlsx')]);
  expect(calls).toEqual(['check 1,2', 'edit 1/2=x', 'replace city y z in 1']);

  // Row 2 of another sheet is a different record; on returning to the first sheet, its corrections are restored.
  calls.length = 0;
  await work.chooseSheet('a.xlsx', 1);
  expect(calls).toEqual(['check 1,2']);
  expect(work.getSnapshot().fixes).toBe(0);
  await work.chooseSheet('a.xlsx', 0);
  expect(calls.slice(1)).toEqual(['check 1,2', 'edit 1/2=x', 'replace city y z in 1']);
  expect(work.getSnapshot().fixes).toBe(2);

  // A file that is removed and selected again has no corrections.
  await work.remove('a.xlsx');
  calls.length = 0;
  await work.add([file('a.xlsx')]);
  expect(calls).toEqual(['check 1,2']);
  expect(draft()?.fixes).toEqual([]);
});

it('a draft from an older build, whose corrections have no sheets, can be resumed', async () => {
  const { make, calls, keep } = setUp();
  keep({
    key: 'k',
    at: 0,
    files: [file('a.csv'), file('b.csv')],
    sheets: {},
    fixes: [
      { kind: 'edit', fileName: 'a.csv', row: 2, key: 'city', text: 'x' },
      { kind: 'replace', key: 'city', value: 'y', by: 'z' },
    ],
  });
  await make().start();
  expect(calls).toEqual(['check 1,2', 'edit 1/2=x', 'replace city y z in 1,2']);
});

it('a file that crashed the worker is reported and never reread, and a new worker reads the other files', async () => {
  const { make, calls, count } = setUp();
  const work = make();
  await work.add([file('a.xlsx'), file('deadly1.xlsx'), file('b.xlsx'), file('deadly2.xlsx')]);
  const states = () => work.getSnapshot().files.map(({ name, state }) => `${name} ${state}`);
  const ALL = ['a.xlsx read', 'deadly1.xlsx problem', 'b.xlsx read', 'deadly2.xlsx problem'];
  expect(states()).toEqual(ALL);
  expect(work.getSnapshot().files[1]?.problem).toContain('"deadly1.xlsx" needs more memory');
  expect(count().workers).toBe(3);
  await work.chooseSheet('a.xlsx', 0);
  await work.remove('deadly1.xlsx');
  expect(states()).toEqual(ALL.filter(state => !state.startsWith('deadly1')));
  expect(calls.filter(call => call.startsWith('open deadly'))).toEqual(['open deadly1.xlsx', 'open deadly2.xlsx']);
  await work.remove('deadly2.xlsx');
  expect(work.getSnapshot().check).not.toBeNull();
});

it('canceling an import while a file is being read takes effect immediately and leaves nothing behind', async () => {
  const { make, count, draft } = setUp({ slow: true });
  const work = make();
  await work.start();
  void work.add([file('large.xlsx')]);
  await eventually(() => expect(work.getSnapshot().files[0]?.opened).not.toBeNull());
  expect(draft()).not.toBeNull();
  await work.discard();
  expect(count()).toEqual({ workers: 1, ended: 1 });
  expect(work.getSnapshot().files).toEqual([]);
  expect(draft()).toBeNull();
});

it('missing columns must be mapped, and the mapping is remembered', async () => {
  const { make } = setUp({ missing: ['Location ID'] });
  const work = make();
  await work.start();
  await work.add([file('odd.xlsx')]);
  expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'mapping' }], check: null });
  await work.map('odd.xlsx', { 'Place number': 'locationId' });
  expect(work.getSnapshot()).toMatchObject({ files: [{ state: 'read' }], check: CHECK });
});

it("a new comparison uses the server's current data and keeps files and corrections, even across a reload", async () => {
  let there = true;
  const { make, calls, draft } = setUp({ catchUp: async () => there });
  const work = make();
  await work.start();
  await work.add([file('a.csv')]);
  await work.edit(1, 2, { city: 'x' });
  await work.sent();
  expect(draft()).toBeNull();
  calls.length = 0;

  // The server is unreachable, so the existing comparison is kept.
  there = false;
  await expect(work.compareAgain()).rejects.toThrow(/server cannot be reached/);
  expect(work.getSnapshot()).toMatchObject({ busy: null, compare: COMPARE, fixes: 1 });
  expect([calls, draft()]).toEqual([[], null]);

  there = true;
  const { revision } = work.getSnapshot();
  await work.compareAgain();
  // Compares the corrected cells instead of those in the file.
  expect(calls).toEqual(['refresh']);
  expect(work.getSnapshot()).toMatchObject({ busy: null, compare: COMPARE, fixes: 1 });
  expect(work.getSnapshot().revision).toBeGreaterThan(revision);
  expect(draft()?.fixes).toHaveLength(1);
});

it('editing a refused import starts with its files, and saves a draft after the first change', async () => {
  const { make, draft } = setUp();
  const work = make();
  await work.startWith([file('back.xlsx')]);
  expect(work.getSnapshot()).toMatchObject({ restored: false, check: CHECK, compare: COMPARE });
  expect(draft()).toBeNull();
  await work.edit(1, 2, { city: 'x' });
  expect(draft()?.files.map(({ name }) => name)).toEqual(['back.xlsx']);
});

it('a failed check is reported, and retrying it keeps all corrections', async () => {
  const { make, calls, dies, count } = setUp();
  const work = make();
  await work.start();
  dies.add('compare');
  await work.add([file('a.csv')]);
  expect(work.getSnapshot()).toMatchObject({ busy: null, failed: 'comparing', check: CHECK, compare: null });
  dies.delete('compare');
  await work.compareAgain();
  expect(work.getSnapshot()).toMatchObject({ failed: null, compare: COMPARE });
  await work.edit(1, 2, { city: 'x' });

  dies.add('check');
  await work.add([file('b.csv')]);
  expect(work.getSnapshot()).toMatchObject({ busy: null, failed: 'checking', check: null });
  dies.delete('check');
  calls.length = 0;
  await work.compareAgain();
  // A new worker compares, starting from the files and the corrections.
  expect(count().workers).toBe(3);
  expect(calls).toEqual(['check 1,2', 'edit 1/2=x']);
  expect(work.getSnapshot()).toMatchObject({ failed: null, check: CHECK, compare: COMPARE, fixes: 1 });
});

it("an import applied while it is being compared is sent with the previous comparison, so that others' changes lead to a review", async () => {
  const { make, dies, gate } = setUp();
  const work = make();
  await work.start();
  let compared = (): void => undefined;
  gate.compare = new Promise(resolve => (compared = resolve));
  void work.add([file('a.csv')]);
  await eventually(() => expect(work.getSnapshot()).toMatchObject({ check: CHECK, busy: 'comparing' }));
  const since = work.comparedSince();
  compared();
  expect(await since).toBe('c1');

  // The previous comparison still counts as seen, even if comparing again fails.
  dies.add('compare');
  await work.edit(1, 2, { city: 'x' });
  expect(work.getSnapshot()).toMatchObject({ compare: null, failed: 'comparing' });
  expect(await work.comparedSince()).toBe('c1');
});

it('UPLOAD-6: corrections that make a file too large are reported before it is queued instead of hours later during the upload', async () => {
  const workbook = new Blob(['x']);
  Object.defineProperty(workbook, 'size', { value: FILE_LIMIT });
  const { make } = setUp({ workbook });
  const work = make();
  await work.start();
  await work.add([file('wide.csv')]);
  await expect(work.forSending()).resolves.toHaveLength(1);
  await work.edit(1, 2, { city: 'x' });
  await expect(work.forSending()).rejects.toThrow(`${FILE_TOO_LARGE}: "wide.xlsx"`);
});

it('files converted to workbooks because of corrections keep distinct names', async () => {
  const { make } = setUp();
  const work = make();
  await work.start();
  await work.add([file('area.csv'), file('area.xls'), file('area.ods'), file('area (2).xlsx')]);
  for (const fileId of [1, 2, 3, 4]) await work.edit(fileId, 2, { city: 'x' });
  const sent = await work.forSending();
  expect(sent.map(({ name }) => name)).toEqual(['area.xlsx', 'area (3).xlsx', 'area (4).xlsx', 'area (2).xlsx']);

  // After the import is resumed from the queue, each file still has its own identity.
  const again = make();
  await again.startWith(sent);
  expect(again.getSnapshot().files.map(({ opened }) => opened?.fileId)).toEqual([1, 2, 3, 4]);
});

it('a comparison says that records are still loading and that some may be missing', async () => {
  const cached: { ids: readonly number[]; done: () => void }[] = [];
  const { make } = setUp({ cacheChannels: (ids, done) => cached.push({ ids, done }) });
  const work = make();
  await work.start();
  await work.add([file('a.csv')]);
  expect(work.getSnapshot()).toMatchObject({ loading: true, busy: null });
  cached[0]?.done();
  await eventually(() => expect(work.getSnapshot()).toMatchObject({ loading: false, compare: { notCached: [1, 2] } }));
  expect(cached.map(({ ids }) => ids)).toEqual([[1, 2]]);
});

it('a mirror that becomes unreadable while catching up is reported and blocks nothing', async () => {
  const { make } = setUp({ catchUp: () => Promise.reject(new DOMException('closed', 'DatabaseClosedError')) });
  const work = make();
  await work.startWith([file('back.csv')]);
  expect(work.getSnapshot()).toMatchObject({ busy: null, compare: COMPARE });
  await expect(work.compareAgain()).rejects.toThrow(/could not be loaded/);
  expect(work.getSnapshot()).toMatchObject({ busy: null, compare: COMPARE });
  expect(await work.comparedSince()).toBe('c1');
});

it('a repeated comparison says whether its draft is stored, because only then is the refused import discarded (OB6)', async () => {
  const { make, dies, draft } = setUp();
  const work = make();
  await work.start();
  await work.add([file('a.csv')]);
  await work.sent();
  dies.add('draft');
  expect(await work.compareAgain()).toBe(false);
  dies.delete('draft');
  expect(await work.compareAgain()).toBe(true);
  expect(draft()).not.toBeNull();
});
