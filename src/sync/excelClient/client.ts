import type { TextForm } from '../../domain/sheet/textForm.ts';
import { proxy, wrap } from 'comlink';
import { endWithPage } from '../storage/pageLeaves.ts';
import { fileProblem, type FileProblemKind } from '../../domain/sheet/problem.ts';
import type { ColumnChoice, HeaderMapping } from '../../domain/import/headers.ts';
import type {
  Answer,
  ExcelApi,
  ImportCalls,
  ImportTarget,
  MatchedFile,
  OnReport,
  OpenedFile,
  ReadFile,
  TextRow,
  ValueRow,
} from './api.ts';

const THE_IMPORT = 'The import';

/**
 * Maximum time in seconds without a progress signal while code or the country's places are loading; after that, the
 * worker is terminated. A timer counts the seconds instead of reading a clock, because a suspended device makes no
 * progress either.
 */
const PATIENCE = 60;

const MEGABYTE = 1_048_576;

/**
 * The same limit while a file is read. The general reader reports no progress, so the limit grows with the file, as on
 * the server: the server would not read a file that takes longer either, and until then the file uses memory.
 */
const readingPatience = (bytes: number): number => Math.ceil(7.5 + (0.75 * bytes) / MEGABYTE);

/** The part of Worker that the client uses; tests pass their own. */
export interface ExcelWorker {
  api: ExcelApi;
  /** Terminates the worker immediately, whatever it is doing. */
  end: () => void;
  /** Called when the worker crashes. */
  onDeath: (listener: () => void) => void;
}

/** Starts the worker. */
export function startExcelWorker(): ExcelWorker {
  const worker = new Worker(new URL('../../workers/excel/main.ts', import.meta.url), { name: 'excel', type: 'module' });
  endWithPage(worker);
  return {
    api: wrap<ExcelApi>(worker) as unknown as ExcelApi,
    end: () => worker.terminate(),
    onDeath: listener => {
      worker.addEventListener('error', listener);
      worker.addEventListener('messageerror', listener);
    },
  };
}

/**
 * A tab's client for the Excel worker. Calls run one at a time. `cancel` terminates the worker immediately: pending
 * calls end as 'cancelled', files must be opened again, and the next call starts a new worker. A file that takes too
 * long to open or read also terminates it, as 'overTime'; one that takes too much memory crashes it.
 */
export class ExcelClient {
  private readonly start: () => ExcelWorker;
  private worker: ExcelWorker | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  /** Incremented whenever a worker ends, because earlier calls belong to that worker. */
  private generation = 0;
  /** Ends all calls that wait for the current worker. */
  private stop: ((kind: FileProblemKind) => void) | null = null;
  private stopped: Promise<FileProblemKind> | null = null;
  /** Whether an import was started, and whether a worker has responded since then; if not, its code did not load. */
  private started = false;
  private loaded = false;

  constructor(start: () => ExcelWorker = startExcelWorker) {
    this.start = start;
  }

  open(file: File, form?: TextForm): Promise<Answer<OpenedFile>> {
    return this.ask(file.name, api =>
      this.watched((_, onLoading) => api.open(file, form, proxy(onLoading)), readingPatience(file.size)),
    );
  }

  read(opened: OpenedFile, sheet: number, onReport: OnReport): Promise<Answer<ReadFile>> {
    return this.ask(opened.fileName, api =>
      this.watched(
        alive =>
          api.read(
            opened.fileId,
            sheet,
            proxy(report => {
              alive();
              onReport(report);
            }),
          ),
        readingPatience(opened.bytes),
      ),
    );
  }

  rows(opened: OpenedFile, from: number, count: number): Promise<Answer<readonly TextRow[]>> {
    return this.plain(opened.fileName, api => api.rows(opened.fileId, from, count));
  }

  /** The same rows, with numeric cells as numbers. */
  values(opened: OpenedFile, from: number, count: number): Promise<Answer<readonly ValueRow[]>> {
    return this.plain(opened.fileName, api => api.values(opened.fileId, from, count));
  }

  close(opened: OpenedFile): Promise<Answer<void>> {
    return this.plain(opened.fileName, api => api.close(opened.fileId));
  }

  begin(target: ImportTarget): Promise<Answer<null | { title: string }>> {
    this.started = true;
    return this.ask(THE_IMPORT, api =>
      this.watched(async () => {
        const value = await api.begin(target);
        this.loaded = true;
        return { ok: true, value };
      }),
    );
  }

  match(
    opened: OpenedFile,
    mapping: HeaderMapping,
    sheet?: number,
    choice: ColumnChoice = {},
  ): Promise<Answer<MatchedFile>> {
    return this.plain(opened.fileName, api => api.match(opened.fileId, mapping, sheet, choice));
  }

  /**
   * The calls that concern all files of the import: check, refresh, errors, wrongRows, alike, edit, replace,
   * unclearNumber, writeNumbers, compare, changes, workbook.
   */
  about<T>(call: (api: ImportCalls) => Promise<T>): Promise<Answer<T>> {
    return this.plain(THE_IMPORT, call);
  }

  /** Terminates the worker immediately and frees its memory. */
  cancel(): void {
    this.endWorker('cancelled');
  }

  /**
   * Runs `work`; terminates the worker if no progress is reported for too long.
   * @param work receives two functions: one reports progress, the other reports that code is being loaded over the
   * network
   * @param patience in seconds
   */
  private async watched<T>(
    work: (alive: () => void, onLoading: (loading: boolean) => void) => Promise<T>,
    patience = PATIENCE,
  ): Promise<T> {
    const { worker } = this;
    let seconds = 0;
    let most = patience;
    const timer = setInterval(() => {
      seconds += 1;
      if (this.worker !== worker) clearInterval(timer);
      else if (seconds > most) this.endWorker(this.notLoadedElse('overTime'));
    }, 1000);
    try {
      return await work(
        () => (seconds = 0),
        loading => {
          seconds = 0;
          most = loading ? PATIENCE : patience;
        },
      );
    } finally {
      clearInterval(timer);
    }
  }

  private plain<T>(fileName: string, call: (api: ExcelApi) => Promise<T>): Promise<Answer<T>> {
    return this.ask(fileName, async api => ({ ok: true, value: await call(api) }));
  }

  /** Runs calls one at a time; if the worker ends before responding, the call's result says how it ended. */
  private ask<T>(fileName: string, call: (api: ExcelApi) => Promise<Answer<T>>): Promise<Answer<T>> {
    const { generation } = this;
    const turn = this.queue.then(async (): Promise<Answer<T>> => {
      // The call was canceled while waiting for its turn.
      if (generation !== this.generation) return { ok: false, problem: fileProblem('cancelled', fileName) };
      const { worker, stopped } = this.running();
      const ended = stopped.then((kind): Answer<T> => ({ ok: false, problem: fileProblem(kind, fileName) }));
      return Promise.race([call(worker.api), ended]);
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private running(): { worker: ExcelWorker; stopped: Promise<FileProblemKind> } {
    if (this.worker && this.stopped) return { worker: this.worker, stopped: this.stopped };
    const worker = this.start();
    const stopped = new Promise<FileProblemKind>(resolve => {
      this.stop = resolve;
    });
    // A worker that runs out of memory crashes, so its code cannot throw an error.
    worker.onDeath(() => {
      if (this.worker === worker) this.endWorker(this.notLoadedElse('outOfMemory'));
    });
    this.worker = worker;
    this.stopped = stopped;
    return { worker, stopped };
  }

  /**
   * A stalled server never responds to the request for the worker's code; a misconfigured one does not have the code.
   */
  private notLoadedElse(kind: FileProblemKind): FileProblemKind {
    return this.started && !this.loaded ? 'notLoaded' : kind;
  }

  private endWorker(kind: FileProblemKind): void {
    this.worker?.end();
    this.stop?.(kind);
    this.worker = null;
    this.stop = null;
    this.stopped = null;
    this.generation += 1;
  }
}
