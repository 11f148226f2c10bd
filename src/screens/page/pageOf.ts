import { belongsToEntity, ID_SCOPES, OWNERS } from '../../contract/owner.ts';
import type { Page, Resource } from '../../contract/resource.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import type { ListDefinition, ListTexts } from '../../ui/list/definition.ts';
import { screenOf, type ResourcePage } from '../resource/screen.tsx';
import { UnknownChannel } from '../shared/UnknownChannel.tsx';
import { UnknownThreePl } from '../shared/UnknownThreePl.tsx';

/** A resource with a page. */
export type PagedResource = Resource & { page: Page };

/** URL of a page's operation history, for the channel or 3PL selected in the filters (SHELL-10). */
export function logHref({ page, feature }: PagedResource, selected: Filters = {}): string {
  const owner = ID_SCOPES.flatMap(scope => {
    const id = selected[OWNERS[scope].field];
    return typeof id === 'number' ? [`&${scope}=${id}`] : [];
  });
  return `${page.path}/log?code=${feature}${owner.join('')}`;
}

/** Explains that a list's channel or 3PL does not exist. */
const UNKNOWN_OWNERS = { channel: UnknownChannel, '3pl': UnknownThreePl } as const;

/** The messages of a list that is empty, whose filters match nothing, or whose channel or 3PL has not been chosen. */
function textsOf({ label, calls, page, scope }: PagedResource): ListTexts {
  const [one, many] = [label.one, label.many].map(text =>
    text.replaceAll(/\b[A-Z](?=[a-z])/g, letter => letter.toLowerCase()),
  );
  const ways = `create one${calls.import === false ? '' : ', or import them from a file'}`;
  if (belongsToEntity(scope))
    return {
      idle: '',
      empty: `No ${one} matches these filters`,
      none: page.none ?? `This country has no ${many} yet: ${ways}`,
    };
  const { word, title } = OWNERS[scope];
  return {
    idle: `Choose a ${word} to see its ${many}`,
    idleHint: `Type part of its ID or name into ${title} ID above and choose it from the list.`,
    empty: `No ${one} of this ${word} matches these filters`,
    none: page.none ?? `This ${word} has no ${many} yet: ${ways}`,
  };
}

/** A resource's page: the heading, from the declaration, and the list. */
export interface DeclaredPage {
  path: string;
  /** The page's heading, or its tab's label. */
  title: string;
  list: ListDefinition<ListSource<Row, Row>, Row>;
}

/**
 * The page of a resource's list, with additions to the declaration: the URL, heading, log, and message for an empty
 * list are derived. Its routes come from `resourceRoutes` (app/routes).
 */
export function pageOf(
  resource: PagedResource,
  { texts, ...own }: Omit<Partial<ResourcePage>, 'resource' | 'texts'> & { texts?: Partial<ListTexts> } = {},
): DeclaredPage {
  const { path, title } = resource.page;
  const list = screenOf({
    resource,
    id: resource.id,
    history: selected => logHref(resource, selected),
    ...(belongsToEntity(resource.scope) ? {} : { Misfit: UNKNOWN_OWNERS[resource.scope] }),
    ...own,
    texts: { ...textsOf(resource), ...texts },
  });
  return { path, title, list };
}
