import type { CallDefinition } from './call.ts';
import { scopeOfField } from './fields/channel.ts';
import { fieldsOfKind, ownerField, type Resource } from './resource.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import { channelConfig } from './resources/channelConfig.ts';

/** A collection whose records refer to a channel, either as their owner or in another field. */
export interface NamingChannel {
  collection: ResourceCollection;
  /** The field that contains the channel's id; also the name of a filter. */
  field: string;
}

/**
 * The declared resources whose records refer to a channel and can be filtered by it, except for channels themselves.
 */
export const namingChannel = (): NamingChannel[] =>
  (RESOURCES as readonly Resource[]).flatMap((resource): NamingChannel[] => {
    if (resource.id === channelConfig.id) return [];
    const collection = resource.collection as ResourceCollection;
    if (resource.scope === 'channel') return [{ collection, field: ownerField(resource) }];
    const own = fieldsOfKind(resource, 'channel').find(
      ([name, field]) => scopeOfField(field) === 'channel' && name in resource.filters,
    );
    return own ? [{ collection, field: own[0] }] : [];
  });

export const listCallFor = (collection: ResourceCollection): CallDefinition =>
  RESOURCE_CALLS[collection as ResourceCollection].list as unknown as CallDefinition;
