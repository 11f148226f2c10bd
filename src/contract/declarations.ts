import type { CallDefinition } from './call.ts';
import { ALL_CALLS, callsWith } from './registry.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * The declared resources and their calls, for code that works with any resource. They are injected, with the product's
 * own as the default, so that a test can declare its own resource.
 */
export interface Declarations {
  /** The declared resources, in loading order. */
  resources: readonly Resource[];
  /** The resource with a given collection name; undefined if the collection does not belong to a declared resource. */
  resourceOf(collection: string): Resource | undefined;
  /** Whether the records of a collection belong to no country. */
  isEverywhere(collection: string): boolean;
  /** Every call, in the order of the OpenAPI page. */
  calls(): readonly CallDefinition[];
  /** The call with a given id, as stored in outbox entries; undefined if this build does not know the id. */
  callById(id: string): CallDefinition | undefined;
}

/**
 * Creates the declarations for a list of resources, including handwritten calls.
 * @param all all calls of the resources, if already built
 */
export function declarationsOf(resources: readonly Resource[], all?: readonly CallDefinition[]): Declarations {
  const byCollection = new Map(resources.map(resource => [resource.collection, resource]));
  const calls = () => (all ??= callsWith(resources));
  let byId: ReadonlyMap<string, CallDefinition> | undefined;
  return {
    resources,
    calls,
    resourceOf: collection => byCollection.get(collection),
    isEverywhere: collection => byCollection.get(collection)?.scope === 'platform',
    callById: id => (byId ??= new Map(calls().map(call => [call.id, call]))).get(id),
  };
}

/** The product's own declarations. */
export const DECLARATIONS: Declarations = declarationsOf(RESOURCES, ALL_CALLS);
