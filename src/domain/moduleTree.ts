/** The fields of a menu module that determine its position in the tree (USER-7, USER-8). */
export interface TreeModule {
  id: number;
  name: string;
  parentId: number;
  status: number;
  sort: number;
}

/** The option "(No parent)" (USER-7). */
export const NO_PARENT = { value: 0, label: '(No parent)' } as const;

const inOrder = (a: TreeModule, b: TreeModule): number => a.sort - b.sort || a.id - b.id;

/** All modules in tree order, each with its depth. Modules whose parent is missing are at the top level. */
export function treeOrder<M extends TreeModule>(modules: readonly M[]): { module: M; depth: number }[] {
  const ids = new Set(modules.map(({ id }) => id));
  const below = new Map<number, M[]>();
  for (const module of modules) {
    const parent = ids.has(module.parentId) ? module.parentId : 0;
    below.set(parent, [...(below.get(parent) ?? []), module]);
  }
  const found: { module: M; depth: number }[] = [];
  const walk = (parent: number, depth: number, path: ReadonlySet<number>): void => {
    for (const module of (below.get(parent) ?? []).toSorted(inOrder)) {
      if (path.has(module.id)) continue;
      found.push({ module, depth });
      walk(module.id, depth + 1, new Set(path).add(module.id));
    }
  };
  walk(0, 0, new Set());
  return found;
}

/**
 * Modules that may become the parent of a module: "(No parent)", then active modules except the module itself and its
 * descendants.
 */
export function parentOptions(modules: readonly TreeModule[], of: number | null): { value: number; label: string }[] {
  const options: { value: number; label: string }[] = [NO_PARENT];
  let under: number | null = null;
  for (const { module, depth } of treeOrder(modules)) {
    if (under !== null && depth > under) continue;
    under = module.id === of ? depth : null;
    if (under === null && module.status === 0)
      options.push({ value: module.id, label: `${'  '.repeat(depth)}${module.name}` });
  }
  return options;
}

/**
 * The new sort numbers that move a module up or down by one position among its siblings.
 * @returns an empty result if it is already first or last
 */
export function moved(modules: readonly TreeModule[], id: number, by: -1 | 1): { id: number; sort: number }[] {
  const own = modules.find(module => module.id === id);
  if (!own) return [];
  const siblings = modules.filter(({ parentId }) => parentId === own.parentId).toSorted(inOrder);
  const at = siblings.indexOf(own);
  const other = siblings[at + by];
  if (!other) return [];
  const order = [...siblings];
  order[at] = other;
  order[at + by] = own;
  return order.flatMap((module, index) => (module.sort === index + 1 ? [] : [{ id: module.id, sort: index + 1 }]));
}
