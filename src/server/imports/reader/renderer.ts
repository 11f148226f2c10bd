import { createImportReader, ReaderEnded, type ImportReader } from './process.ts';
import type { ReaderLimits } from './api.ts';
import { RendererBusy, type Renderer } from '../../notify/template.ts';

/** The template engine itself stops a template after one second. If that fails, these limits stop the process. */
const LIMITS: ReaderLimits = { processorSeconds: 2, processorSecondsPerMegabyte: 0, megabytes: 400, seconds: 60 };

/**
 * Renders templates in a separate reader process, one after another.
 * @param reader set by tests
 */
export function createRenderer(reader: ImportReader = createImportReader(LIMITS)): Renderer {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ReaderEnded && error.byClock) throw new RendererBusy({ cause: error });
        if (error instanceof ReaderEnded)
          throw new Error(`the template passed the limit of ${error.over}`, { cause: error });
        throw error;
      } finally {
        await reader.end();
      }
    });
    last = done.catch(() => undefined);
    return done;
  };
  const answered = <T>(said: { value: T } | { error: string }): T => {
    if ('error' in said) throw new Error(said.error);
    return said.value;
  };
  return {
    problem: (texts, known) => inTurn(() => reader.checkTemplate(texts, known)),
    render: (texts, values) => inTurn(async () => answered(await reader.renderTemplate(texts, values))),
    close: reader.close,
  };
}
