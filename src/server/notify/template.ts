import { Liquid } from 'liquidjs';
import type { Fields } from '../../domain/notify/events.ts';
import { errorText } from '../../domain/errorText.ts';
import { formatCount } from '../../domain/format.ts';

/**
 * Notification templates (NOTIF-2). They are rendered in the reader process, so template code never runs in the API
 * process. Values are escaped, unknown variables and filters are errors, and time and memory are limited.
 */

export interface TemplateTexts {
  subject: string;
  body: string;
}

/** Renders templates outside the API process (imports/reader/renderer). */
export interface Renderer {
  /**
   * Returns why the given strings are not a valid template, or null if they are.
   * @throws RendererBusy, or Error with a sentence if the template exceeds a limit
   */
  problem: (texts: TemplateTexts, known: readonly string[]) => Promise<string | null>;
  /** @throws RendererBusy, or Error with a sentence if the template exceeds a limit */
  render: (texts: TemplateTexts, values: Fields) => Promise<TemplateTexts>;
  close: () => void;
}

/** A template was not processed because the machine is busy; the template itself is not at fault. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
  constructor(options?: ErrorOptions) {
    super('The server was too busy to process the template. Try again in a moment.', options);
  }
}

const PARSE_MOST = 20_000;
/** The time limit in ms of wall-clock time, with a margin for busy machines; the process has a limit of its own. */
const RENDER_MILLIS = 1_000;
const MEMORY_MOST = 1_000_000;
/**
 * Maximum number of characters that a template may render for one event. The engine's own limits do not count the
 * output, which a short loop makes as long as the process's memory.
 */
const RENDERED_MOST: Readonly<Record<keyof TemplateTexts, number>> = { subject: 1_000, body: 50_000 };
const TOO_MUCH = 'its loops pass the limit of what a message may take. Make them shorter';
/** Tags that a template may use, apart from printing values. */
const TAGS = new Set(['if', 'for', 'case', 'break', 'continue']);

function engine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    outputEscape: 'escape',
    parseLimit: PARSE_MOST,
    renderLimit: RENDER_MILLIS,
    memoryLimit: MEMORY_MOST,
    // Templates must not include files on the server.
    templates: {},
  });
  // This filter would print values unescaped.
  delete liquid.filters['raw'];
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.has(tag)) delete liquid.tags[tag];
  return liquid;
}

/** The first line of an error, without the error's position in the template. */
const wordsOf = (error: unknown): string => errorText(error).split('\n')[0] ?? '';

/**
 * Returns why the given strings are not valid templates for an event, or null if they are.
 * @param known names of the variables that the event has
 */
export async function templateProblem(texts: TemplateTexts, known: readonly string[]): Promise<string | null> {
  const liquid = engine();
  for (const [part, text] of Object.entries(texts) as [keyof TemplateTexts, string][]) {
    const where = part === 'subject' ? 'Subject' : 'Body';
    try {
      const parsed = liquid.parse(text);
      for (const path of await liquid.globalFullVariables(parsed)) {
        if (!known.includes(path))
          return `${where}: ${path} is not a variable of this event. Use one of these: ${known.join(', ')}.`;
      }
    } catch (error) {
      return `${where}: ${wordsOf(error)}.`;
    }
  }
  return null;
}

/**
 * Renders templates with the values of an event.
 * @throws Error with a sentence if a limit is exceeded
 */
export async function renderTemplate(texts: TemplateTexts, values: Fields): Promise<TemplateTexts> {
  const liquid = engine();
  const render = async (part: keyof TemplateTexts): Promise<string> => {
    const text = (await liquid.parseAndRender(texts[part], values)) as string;
    const most = RENDERED_MOST[part];
    if (text.length > most)
      throw new Error(`its ${part} would have more than ${formatCount(most)} characters. Make it shorter`);
    return text;
  };
  try {
    return { subject: await render('subject'), body: await render('body') };
  } catch (error) {
    // While rendering, the template engine throws an assertion error only if a limit was exceeded.
    const { name, originalError } = error as Error & { originalError?: Error };
    const tooMuch = name === 'RenderError' && originalError?.name === 'AssertionError';
    throw new Error(tooMuch ? TOO_MUCH : wordsOf(error), { cause: error });
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/**
 * Converts rendered HTML to plain text, for use where HTML is not possible: in the bell, in subjects, and in the text
 * part of e-mails.
 */
export const plainText = (rendered: string): string =>
  rendered.replace(/&(?:lt|gt|#34|#39|amp);/g, entity => ENTITIES[entity] ?? entity);
