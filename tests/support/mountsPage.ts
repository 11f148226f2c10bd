import { isBuilt, mountOf, MOUNTS, projectNameOf } from '../../src/app/subApps.ts';
import { CONSOLE_PAGES } from '../../src/contract/consolePages.ts';

/** docs/mounts.md: the table of mounts with their business areas, projects and pages (SUBAPP-3 to SUBAPP-6, G29). */

/** A Markdown table in the form that the formatter writes. */
function table(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...others] = rows;
  const widths = heading.map((_, at) => Math.max(...rows.map(row => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(heading), line(widths.map(width => '-'.repeat(width))), ...others.map(line)].join('\n');
}

const code = (text: string): string => `\`${text}\``;

/** The pages of this product below a mount, each with its project if that is not the mount's. */
function pagesBelow(path: string): string {
  const below = CONSOLE_PAGES.filter(page => page !== `/${path}` && mountOf(page)?.path === path).toSorted();
  const project = projectNameOf(`/${path}`);
  return below
    .map(page => {
      const own = projectNameOf(page);
      return code(page.slice(path.length + 2)) + (own === project ? '' : ` (${own})`);
    })
    .join(', ');
}

export const mountsPage = (): string => `# Mounts, projects and pages

This page is generated: \`npx vitest run --project unit tests/support/goldens.test.ts -u\` updates it. [sub-applications.md](sub-applications.md) explains what a mount is.

${table([
  ['mount', 'business area', 'project', 'pages of this product below it'],
  ...MOUNTS.map(({ path, area }) => [
    code(path),
    area,
    projectNameOf(`/${path}`),
    isBuilt(`/${path}`) ? pagesBelow(path) : 'none; deployed separately',
  ]),
])}

These pages belong to no mount:

${table([
  ['page', 'project'],
  ...CONSOLE_PAGES.filter(page => page.startsWith('/carrier/'))
    .toSorted()
    .map(page => [code(page.slice(1)), projectNameOf(page)]),
])}
`;
