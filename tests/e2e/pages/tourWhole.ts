import { canBulk, canDelete, canImport, updatesOf, type Resource } from '../../../src/contract/resource.ts';
import type { ResourceCollection } from '../../../src/contract/resources/all.ts';
import { SHEETS } from '../../../src/contract/resources/sheets.ts';
import { OWN_SCREENS } from './tourScreens.ts';

/**
 * The features of a resource's declaration that determine its tour, as strings that are equal for resources with the
 * same feature.
 */
function kindsOf(resource: Resource): string[] {
  const own = OWN_SCREENS[resource.collection as ResourceCollection] ?? {};
  const { overwrite, question, mode } = SHEETS[resource.collection as ResourceCollection];
  const { batches } = resource;
  return [
    `scope ${resource.scope}`,
    `form ${own.form === null ? 'missing' : own.form ? 'own' : 'declared'}`,
    `updates ${updatesOf(resource)
      .map(({ action }) => (action === null ? 'fields' : 'action'))
      .join()}`,
    `import ${canImport(resource)}, part ${own.part !== undefined}`,
    `sheet ${mode}, asks ${(overwrite ?? question) !== undefined}, batches ${batches !== undefined}, named ${!batches?.unnamed}`,
    `deletion ${canDelete(resource)}, change of many ${canBulk(resource)}`,
    `numbered ${resource.numbered !== undefined}`,
    `log ${resource.log === null ? 'none' : 'own'}`,
  ];
}

/**
 * The collections toured completely: each is the first one with a certain feature. The same functions derive all other
 * screens from similar declarations, so the tour only opens those, fills in a form offline and sends it.
 */
export function touredWhole(resources: readonly Resource[]): ReadonlySet<string> {
  const known = new Set<string>();
  const whole = new Set<string>();
  for (const resource of resources)
    for (const kind of kindsOf(resource)) {
      if (!known.has(kind)) whole.add(resource.collection);
      known.add(kind);
    }
  return whole;
}
