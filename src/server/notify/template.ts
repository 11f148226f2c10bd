import { Liquid } from 'liquidjs';
import type { Fields } from '../../domain/notify/events.ts';
import { errorText } from '../../domain/errorText.ts';

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
  /** Returns why the given strings are not a valid template, or null if they are. */
  problem: (texts: TemplateTexts, known: readonly string[]) => Promise<string | null>;
  /** @throws Error with a sentence if the template exceeds a limit */
  render: (texts: TemplateTexts, values: Fields) => Promise<TemplateTexts>;
  close: () => void;
}

const PARSE_MOST = 20_000;
/** The time limit in ms of wall-clock time, with a margin for busy machines; the process has a limit of its own. */
const RENDER_MILLIS = 1_000;
const MEMORY_MOST = 1_000_000;
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
  const render = (text: string): Promise<string> => liquid.parseAndRender(text, values) as Promise<string>;
  try {
    return { subject: await render(texts.subject), body: await render(texts.body) };
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
