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

/**
 * All modules in tree order, each with its depth. Modules whose parent is missing are at the top level, and so is the
 * first of several modules that are below each other, so that no module is out of reach.
 */
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
  for (const module of modules.toSorted(inOrder)) {
    if (found.some(own => own.module.id === module.id)) continue;
    found.push({ module, depth: 0 });
    walk(module.id, 1, new Set([module.id]));
  }
  return found;
}

/**
 * Modules that may become a module's parent: active ones, except itself and its descendants; "(No parent)" comes first.
 * An inactive module is an option only while it is the parent (USER-8).
 */
export function parentOptions(modules: readonly TreeModule[], of: number | null): { value: number; label: string }[] {
  const options: { value: number; label: string }[] = [NO_PARENT];
  const parent = modules.find(module => module.id === of)?.parentId;
  let under: number | null = null;
  for (const { module, depth } of treeOrder(modules)) {
    if (under !== null && depth > under) continue;
    under = module.id === of ? depth : null;
    if (under !== null || (module.status !== 0 && module.id !== parent)) continue;
    const label = `${'  '.repeat(depth)}${module.name}${module.status === 0 ? '' : ' (inactive)'}`;
    options.push({ value: module.id, label });
  }
  return options;
}

/** A position in the tree: ahead of a sibling, or after all of them if `before` is null. */
export interface TreePlace {
  parentId: number;
  before: number | null;
}

const childrenOf = <M extends TreeModule>(modules: readonly M[], parentId: number): M[] =>
  modules.filter(module => module.parentId === parentId).toSorted(inOrder);

/** Whether a module is already at a position. */
export function isPlaced(modules: readonly TreeModule[], id: number, { parentId, before }: TreePlace): boolean {
  const siblings = childrenOf(modules, parentId).map(module => module.id);
  const at = siblings.indexOf(id);
  return at >= 0 && (siblings[at + 1] ?? null) === before;
}

/**
 * The sort numbers that put a module at a position: those that change, and always the module's own.
 * @throws RangeError if `place.before` is not a child of `place.parentId`
 */
export function placed(
  modules: readonly TreeModule[],
  id: number,
  { parentId, before }: TreePlace,
): { id: number; sort: number }[] {
  const order = childrenOf(modules, parentId).filter(module => module.id !== id);
  const at = before === null ? order.length : order.findIndex(module => module.id === before);
  if (at < 0) throw new RangeError(`there is no module ${String(before)} below ${parentId}`);
  const ids = [...order.slice(0, at).map(module => module.id), id, ...order.slice(at).map(module => module.id)];
  const former = new Map(order.map(module => [module.id, module.sort]));
  return ids.flatMap((own, index) => (former.get(own) === index + 1 ? [] : [{ id: own, sort: index + 1 }]));
}

/**
 * The position one step up or down: among the siblings or, from the first or last of them, at the end of the previous
 * group or the beginning of the next one, so that the keyboard reaches every group.
 * @returns null if there is none
 */
export function stepOf(modules: readonly TreeModule[], id: number, by: -1 | 1): TreePlace | null {
  const own = modules.find(module => module.id === id);
  if (!own) return null;
  const siblings = childrenOf(modules, own.parentId);
  const at = siblings.indexOf(own);
  if (siblings[at + by]) {
    const before = by === -1 ? siblings[at - 1] : siblings[at + 2];
    return { parentId: own.parentId, before: before?.id ?? null };
  }
  const parent = modules.find(module => module.id === own.parentId);
  if (!parent) return null;
  const groups = childrenOf(modules, parent.parentId);
  const next = groups[groups.indexOf(parent) + by];
  if (!next) return null;
  return { parentId: next.id, before: by === -1 ? null : (childrenOf(modules, next.id)[0]?.id ?? null) };
}
