/** Project name for the shell's own pages (G79). */
export const SHELL_PROJECT = 'ops-portal';

/** Returns "Ops Portal" for the shell's own project; a sub-application's page keeps its own title (SHELL-13, G79). */
export const documentTitle = (project: string, pageTitle: string): string =>
  project === SHELL_PROJECT || pageTitle === '' ? 'Ops Portal' : pageTitle;
