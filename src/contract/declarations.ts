import type { CallDefinition } from './call.ts';
import { ALL_CALLS, callsWith } from './registry.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * The declared resources and their calls, for code that works with any of them. They are passed in (by default those
 * of the product), so that a test can pass a list with a resource of its own.
 */
export interface Declarations {
  /** In the order in which they are loaded. */
  resources: readonly Resource[];
  /** A resource by its collection's name; undefined if it is not a declared resource. */
  resourceOf(collection: string): Resource | undefined;
  /** Every call, in the order of the OpenAPI page. */
  calls(): readonly CallDefinition[];
  /** A call by its id, as in outbox entries; undefined for an id unknown to this build. */
  callById(id: string): CallDefinition | undefined;
}

/**
 * The declarations for a list of resources, with the calls written by hand. @param all all of their calls, if already
 * built
 */
export function declarationsOf(resources: readonly Resource[], all?: readonly CallDefinition[]): Declarations {
  const byCollection = new Map(resources.map(resource => [resource.collection, resource]));
  const calls = () => (all ??= callsWith(resources));
  let byId: ReadonlyMap<string, CallDefinition> | undefined;
  return {
    resources,
    calls,
    resourceOf: collection => byCollection.get(collection),
    callById: id => (byId ??= new Map(calls().map(call => [call.id, call]))).get(id),
  };
}

/** The declarations of the product. */
export const DECLARATIONS: Declarations = declarationsOf(RESOURCES, ALL_CALLS);
