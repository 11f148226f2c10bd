import type { TextEncoding } from '../../../domain/sheet/textForm.ts';
import { FILE_LIMIT } from '../../../contract/files.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import { referredField } from '../../../contract/references.ts';
import { foldHeader, type ColumnChoice, type HeaderMapping } from '../../../domain/import/headers.ts';
import type { NumberStyle } from '../../../domain/rates/pastedNumbers.ts';
import type { FileProblem } from '../../../domain/sheet/problem.ts';
import type { CheckSummary, ImportCalls, MatchedFile, OpenedFile } from '../../excelClient/api.ts';
import { BROUGHT_MOST } from '../../imports/brought.ts';
import {
  correctedFiles,
  countOf,
  stepsOf,
  withoutFile,
  type Fix,
  type FixedSheet,
  type FixStep,
  type ReadSheet,
} from '../../imports/fixes.ts';
import { CannotCatchUp, CorrectedTooLarge, type WorkDeps } from './workDeps.ts';
import { EMPTY, fresh, needsMapping, workbookName, type WorkFile, type WorkState } from './workState.ts';

async function carriedOut(api: ImportCalls, step: FixStep): Promise<CheckSummary | null> {
  if (step.kind === 'edit') return api.edit(step.edits);
  if (step.kind === 'replace') return api.replace(step.key, step.value, step.by, step.fileIds);
  let check: CheckSummary | null = null;
  for (const fileId of step.fileIds) check = await api.writeNumbers(fileId, step.style);
  return check;
}

/** Whether header choices apply to a file; all files of an import share them. */
const hasHeader = ({ opened }: WorkFile, mapping: HeaderMapping): boolean =>
  opened?.sheets.some(({ head }) =>
    head.some(({ cells }) => cells.some(cell => mapping[foldHeader(cell)] !== undefined)),
  ) ?? false;

const named = ({ fileName, sheet }: FixedSheet): FixedSheet => ({ fileName, sheet });

/**
 * One import before it is sent: the Excel worker opens, matches, reads, checks and compares the files, the person
 * corrects them, and the result is saved as a draft. If the worker ends (because the person cancels or removes a file
 * while it is being read), work restarts from the files and the corrections.
 */
export class ImportWork {
  private readonly deps: WorkDeps;
  private state: WorkState = EMPTY;
  private fixes: Fix[] = [];
  private mapping: HeaderMapping = {};
  private readonly listeners = new Set<() => void>();
  /** Incremented by everything that invalidates pending results. */
  private turn = 0;
  private started = false;
  /** Whether corrections have been applied to the worker's cells. */
  private corrected = false;
  private cached: readonly number[] = [];
  /** Feed cursor of the last displayed comparison. */
  private since: string | null = null;

  constructor(deps: WorkDeps) {
    this.deps = deps;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getSnapshot = (): WorkState => this.state;

  /** Loads the header choices and a draft, and resumes the draft. */
  async start(): Promise<void> {
    const { store } = this.deps;
    this.mapping = await store.loadMapping().catch(() => ({}));
    const draft = await store.loadDraft().catch(() => null);
    if (!draft || draft.files.length === 0 || this.state.files.length > 0) return this.begin();
    this.fixes = [...draft.fixes];
    this.set({ restored: true, fixes: this.fixes.length, batchName: draft.batchName ?? null });
    this.setFiles(draft.files.map(file => fresh(file, draft.sheets[file.name] ?? null, draft.readings?.[file.name])));
    await this.run();
  }

  /**
   * Starts with files stored elsewhere, and the name of their batch; a draft is created once the person makes a change.
   */
  async startWith(files: readonly File[], batchName: string | null = null): Promise<void> {
    const { store } = this.deps;
    this.set({ batchName });
    this.mapping = await store.loadMapping().catch(() => ({}));
    await store.newDraft().catch(() => undefined);
    if (this.state.files.length > 0) return;
    this.setFiles(files.map(file => fresh(file, null)));
    await this.catchUp();
    await this.run();
  }

  /**
   * Checks and compares with current records once they are loaded, keeping files, header choices and corrections.
   * @returns whether the draft is stored
   * @throws CannotCatchUp if the server is unreachable, in which case nothing changes
   */
  async compareAgain(): Promise<boolean> {
    const { turn } = this;
    const { busy, compare } = this.state;
    this.set({ busy: 'comparing', compare: null });
    const caughtUp = await this.catchUp();
    if (turn !== this.turn) return false;
    if (!caughtUp) {
      this.set({ busy, compare });
      throw new CannotCatchUp();
    }
    // The draft may be gone because the import was queued before; until it is queued again, a reload must not lose the
    // work.
    const kept = this.save();
    if (this.state.failed !== 'checking') await this.checked(api => api.refresh());
    else {
      // The failed worker is gone.
      this.again(this.state.files);
      await this.run();
    }
    return kept;
  }

  /** Names the batch. */
  nameBatch(batchName: string): void {
    this.set({ batchName });
    void this.save();
  }

  /** Adds files; the caller has already excluded those whose names exist. */
  async add(files: readonly File[]): Promise<void> {
    this.uncorrect();
    this.setFiles([...this.state.files, ...files.map(file => fresh(file, null))]);
    void this.save();
    await this.run();
  }

  /** Removes a file; stops reading it immediately. */
  async remove(name: string): Promise<void> {
    const files = this.state.files.filter(file => file.name !== name);
    this.fixes = withoutFile(this.fixes, name);
    this.again(files);
    void this.save();
    await this.run();
  }

  /** Stores a person's choices for a file's headers, by header; null ignores a column. */
  async map(name: string, choices: Readonly<Record<string, string | null>>): Promise<void> {
    const chosen = Object.fromEntries(Object.entries(choices).map(([header, key]) => [foldHeader(header), key]));
    this.mapping = { ...this.mapping, ...chosen };
    await this.deps.store.saveMapping(this.mapping).catch(() => undefined);
    await this.rematch(file => file.name === name || hasHeader(file, chosen));
  }

  /** Forgets the choices for headers. */
  async forgetMapping(name: string): Promise<void> {
    const former = this.mapping;
    this.mapping = {};
    await this.deps.store.saveMapping({}).catch(() => undefined);
    await this.rematch(file => file.name === name || hasHeader(file, former));
  }

  /**
   * Selects which of a file's columns with the same heading are used: numbers from 0, by key of the declared column.
   * Applies only to this file.
   */
  async chooseColumns(name: string, choice: ColumnChoice): Promise<void> {
    this.setFile(name, { choice: { ...this.fileOf(name)?.choice, ...choice } });
    void this.save();
    await this.rematch(file => file.name === name);
  }

  /** Asks again which of a file's columns to use. */
  async forgetColumns(name: string): Promise<void> {
    this.setFile(name, { choice: {} });
    void this.save();
    await this.rematch(file => file.name === name);
  }

  /** Sets the encoding of a text file that declares none; null asks again. */
  async chooseEncoding(name: string, encoding: TextEncoding | null): Promise<void> {
    const { opened } = this.fileOf(name) ?? {};
    if (opened) await this.deps.excel.close(opened);
    this.setFile(name, { encoding, encodings: null, opened: null, matched: null, choice: {} });
    void this.save();
    await this.rematch(file => file.name === name);
  }

  async chooseSheet(name: string, sheet: number): Promise<void> {
    this.setFile(name, { sheet, choice: {} });
    void this.save();
    await this.rematch(file => file.name === name);
  }

  /** Corrects cells of a row, by column key, and checks everything again. */
  async edit(fileId: number, row: number, texts: Readonly<Record<string, string>>): Promise<void> {
    const of = this.readSheets().find(sheet => sheet.fileId === fileId);
    if (!of) return;
    const cells = Object.entries(texts).map(([key, text]) => ({ row, key, text }));
    this.note(...cells.map(cell => ({ kind: 'edit' as const, fileName: of.fileName, sheet: of.sheet, ...cell })));
    if (this.isReading()) return;
    await this.checked(api => api.edit(cells.map(cell => ({ fileId, ...cell }))));
  }

  /** Replaces a value wherever it occurs in a column of the current files. */
  async replace(key: string, value: string, by: string): Promise<void> {
    const sheets = this.readSheets();
    this.note({ kind: 'replace', key, value, by, sheets: sheets.map(named) });
    if (this.isReading()) return;
    const fileIds = sheets.map(({ fileId }) => fileId);
    await this.checked(api => api.replace(key, value, by, fileIds));
  }

  /** Reads all numbers of a file in a notation, because only the person knows how it writes them. */
  async writeNumbers(fileId: number, style: NumberStyle): Promise<void> {
    const of = this.readSheets().find(sheet => sheet.fileId === fileId);
    if (!of) return;
    this.note({ kind: 'numbers', style, sheets: [named(of)] });
    if (this.isReading()) return;
    await this.checked(api => api.writeNumbers(fileId, style));
  }

  /** Queries about the rows; they return null if the worker has ended or restarted in the meantime. */
  async ask<T>(call: (api: ImportCalls) => Promise<T>): Promise<T | null> {
    try {
      const answer = await this.deps.excel.about(call);
      return answer.ok ? answer.value : null;
    } catch {
      // The restarted worker does not know these files yet.
      return null;
    }
  }

  /**
   * The files to send: the selected ones or, after corrections or header choices, workbooks generated from them.
   *
   * @throws CorrectedTooLarge
   */
  async forSending(): Promise<File[]> {
    const files: File[] = [];
    const names = new Set(this.state.files.map(({ name }) => name));
    const corrected = correctedFiles(this.steps());
    for (const { file, name, opened, sheet, encoding, matched } of this.state.files) {
      const chosen = matched && opened && (sheet !== null || encoding !== null || this.isMapped(opened, matched));
      if (!opened || (!corrected.has(opened.fileId) && !chosen)) {
        files.push(file);
        continue;
      }
      const blob = await this.ask(api => api.workbook(opened.fileId, false));
      if (!blob) throw new Error(`"${name}" could not be prepared for sending. Choose it again.`);
      const made = workbookName(name, names);
      if (blob.size >= FILE_LIMIT) throw new CorrectedTooLarge(made);
      files.push(new File([blob], made, { type: blob.type }));
    }
    return files;
  }

  /**
   * Feed cursor of the import's comparison, so that the server can detect later changes: the running comparison's, or
   * else that of the last one the person has seen; null if there is none.
   */
  async comparedSince(): Promise<string | null> {
    if (this.state.busy !== null) {
      await new Promise<void>(resolve => {
        const stop = this.subscribe(() => {
          if (this.state.busy !== null) return;
          stop();
          resolve();
        });
      });
    }
    return this.since;
  }

  /**
   * The values that the import brings to a list that other records refer to (imports/brought); null if nothing refers to
   * it, or if there are too many.
   */
  async brings(): Promise<readonly (number | string)[] | null> {
    const { collection = '' } = importedResource(this.deps.importId) ?? {};
    const field = referredField(collection);
    return field === undefined ? null : this.ask(api => api.valuesOf(field, BROUGHT_MOST));
  }

  /** Discards the import, including the draft, and ends the worker immediately. */
  async discard(): Promise<void> {
    this.fixes = [];
    this.since = null;
    this.again([]);
    this.set({ ...EMPTY, revision: this.state.revision + 1 });
    await this.deps.store.saveDraft(null).catch(() => undefined);
  }

  /** Called when the import is queued: deletes the draft, which is no longer needed; the display stays unchanged. */
  async sent(): Promise<void> {
    await this.deps.store.saveDraft(null).catch(() => undefined);
  }

  /** Ends the worker; the draft is kept. */
  end(): void {
    this.turn += 1;
    this.deps.excel.cancel();
    this.deps.store.release();
  }

  private async begin(): Promise<void> {
    if (this.started) return;
    this.started = true;
    const { importId, entity, userId } = this.deps;
    await this.deps.excel.begin({ importId, entity, userId });
  }

  /** Waits until the mirror has caught up; returns false if it could not, or if it cannot be read. */
  private async catchUp(): Promise<boolean> {
    return (await this.deps.catchUp?.().catch(() => false)) ?? true;
  }

  private again(files: readonly WorkFile[]): void {
    this.turn += 1;
    this.started = false;
    this.corrected = false;
    this.deps.excel.cancel();
    this.set({ check: null, compare: null, busy: null, failed: null, loading: false, fixes: this.fixes.length });
    this.setFiles(files.map(file => (file.isFatal ? file : fresh(file.file, file.sheet, file))));
  }

  /** Marks a file as unreadable. If reading it ended the worker, a new worker continues with the other files. */
  private async refuse(name: string, { kind, message }: FileProblem): Promise<void> {
    const isFatal = kind === 'overTime' || kind === 'outOfMemory';
    this.setFile(name, { state: 'problem', problem: message, isFatal });
    if (!isFatal) return;
    this.again(this.state.files);
    await this.run();
  }

  /**
   * Rereads corrected files before corrections are applied again: on already corrected cells, "a becomes b, c becomes
   * a" would turn everything into b.
   */
  private uncorrect(): void {
    if (this.corrected) this.again(this.state.files);
  }

  /**
   * Whether a file is being loaded into the worker; corrections made meanwhile are applied once all files are checked.
   */
  private isReading(): boolean {
    return this.state.files.some(({ state }) => state === 'waiting' || state === 'reading');
  }

  /** Processes each file as far as possible, then checks and compares all of them. */
  private async run(): Promise<void> {
    const turn = ++this.turn;
    const current = () => turn === this.turn;
    await this.begin();
    for (const { name } of this.state.files) {
      if (!current()) return;
      await this.readFile(name, current);
    }
    if (current()) await this.checkAll();
  }

  private async readFile(name: string, current: () => boolean): Promise<void> {
    const { excel } = this.deps;
    const file = this.fileOf(name);
    if (!file || (file.state !== 'waiting' && file.state !== 'reading')) return;
    this.setFile(name, { state: 'reading' });
    let { opened } = file;
    if (!opened) {
      const answer = await excel.open(file.file, { encoding: file.encoding ?? undefined });
      if (!current()) return;
      if (!answer.ok) return this.refuse(name, answer.problem);
      const { encodings } = answer.value;
      if (encodings) return this.setFile(name, { state: 'encoding', encodings });
      opened = answer.value;
      this.setFile(name, { opened });
    }
    const matched = await excel.match(opened, this.mapping, file.sheet ?? undefined, file.choice);
    if (!current()) return;
    if (!matched.ok) return this.refuse(name, matched.problem);
    this.setFile(name, { matched: matched.value });
    if (needsMapping(matched.value)) return this.setFile(name, { state: 'mapping' });
    const read = await excel.read(opened, matched.value.sheet, report => current() && this.setFile(name, { report }));
    if (!current()) return;
    if (!read.ok) return this.refuse(name, read.problem);
    const { rows, hiddenRows, merged } = read.value;
    this.setFile(name, { state: 'read', rows, hiddenRows, merged });
  }

  private async rematch(matches: (file: WorkFile) => boolean): Promise<void> {
    const matching = this.state.files.filter(matches).map(({ name }) => name);
    this.uncorrect();
    for (const name of matching) this.setFile(name, { state: 'waiting' });
    this.set({ check: null, compare: null });
    await this.run();
  }

  private async checkAll(): Promise<void> {
    const { files } = this.state;
    const ids = files.flatMap(({ state, opened }) => (state === 'read' && opened ? [opened.fileId] : []));
    // All files of an import are checked together, so all must be loaded.
    if (ids.length === 0 || ids.length < files.length) return this.set({ check: null, compare: null, busy: null });
    await this.checked(api => api.check(ids), true);
  }

  /** Checks, reapplying earlier corrections to reread files, and compares. */
  private async checked(call: (api: ImportCalls) => Promise<CheckSummary>, replay = false): Promise<void> {
    const turn = ++this.turn;
    this.set({ busy: 'checking', failed: null, loading: false });
    const steps = this.steps();
    if (steps.length > 0) this.corrected = true;
    let check = await this.ask(call);
    for (const step of replay ? steps : []) {
      if (check && turn === this.turn) check = await this.ask(api => carriedOut(api, step));
    }
    if (turn !== this.turn) return;
    this.set({ fixes: countOf(steps) });
    if (!check) return this.set({ check: null, compare: null, busy: null, failed: 'checking' });
    this.set({ check, busy: 'comparing', revision: this.state.revision + 1 });
    await this.comparing(turn);
  }

  private async comparing(turn: number): Promise<void> {
    const compare = await this.ask(api => api.compare());
    if (turn !== this.turn) return;
    if (compare) this.since = compare.since;
    if (compare?.check) this.set({ check: compare.check });
    this.set({ compare, busy: null, failed: compare ? null : 'comparing', revision: this.state.revision + 1 });
    const missing = compare?.notCached.filter(id => !this.cached.includes(id)) ?? [];
    if (missing.length === 0 || !this.deps.cacheChannels) return;
    this.cached = [...this.cached, ...missing];
    this.set({ loading: true });
    this.deps.cacheChannels(missing, () => {
      if (turn !== this.turn) return;
      // Compares only with loaded records; the server compares the others.
      this.set({ loading: false });
      void this.comparing(turn);
    });
  }

  private steps(): FixStep[] {
    return stepsOf(this.fixes, this.readSheets());
  }

  /** The files in the worker, each with its selected sheet. */
  private readSheets(): ReadSheet[] {
    return this.state.files.flatMap(({ name, opened, matched }) =>
      opened && matched ? [{ fileId: opened.fileId, fileName: name, sheet: matched.sheet }] : [],
    );
  }

  private note(...fixes: Fix[]): void {
    this.fixes.push(...fixes);
    this.set({ fixes: this.fixes.length });
    void this.save();
  }

  private isMapped(opened: OpenedFile, { sheet, match }: MatchedFile): boolean {
    if (match.twice.length > 0) return true;
    const headers = opened.sheets[sheet]?.head[match.row]?.cells ?? [];
    return headers.some(header => this.mapping[foldHeader(header)] !== undefined);
  }

  /** Saves the draft; returns whether it was stored. If there is no room for it, the import still continues. */
  private save(): Promise<boolean> {
    const { files, batchName } = this.state;
    const sheets = Object.fromEntries(files.flatMap(({ name, sheet }) => (sheet === null ? [] : [[name, sheet]])));
    const readings = Object.fromEntries(files.map(({ name, choice, encoding }) => [name, { choice, encoding }]));
    const kept = { files: files.map(({ file }) => file), sheets, readings, fixes: this.fixes, batchName };
    const draft = files.length === 0 ? null : kept;
    return this.deps.store.saveDraft(draft).catch(() => false);
  }

  private fileOf(name: string): WorkFile | undefined {
    return this.state.files.find(file => file.name === name);
  }

  private setFile(name: string, part: Partial<WorkFile>): void {
    this.setFiles(this.state.files.map(file => (file.name === name ? { ...file, ...part } : file)));
  }

  private setFiles(files: readonly WorkFile[]): void {
    this.set({ files });
  }

  private set(part: Partial<WorkState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
