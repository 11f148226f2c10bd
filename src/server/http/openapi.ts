import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { EVERY_CALL } from '../../contract/everyCall.ts';
import {
  ENTITY_HEADER,
  FILE_TYPES,
  FORMS,
  KEYED,
  BASED_HEADER,
  KEY_HEADER,
  OTHER_PATHS,
  SECURITY_SCHEMES,
  SIGNED_IN,
} from './openapiExtra.ts';
import { fieldsOf } from './schemaKind.ts';
import { Turns } from '../base/turns.ts';
import { yamlOf } from './yaml.ts';

type Json = Record<string, unknown>;

/**
 * Returns the JSON schema of one of the contract's schemas. Anything that JSON cannot express, such as a stream, is
 * left unspecified.
 */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json;
  return rest;
}

const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string);

function parametersOf(call: CallDefinition): Json[] {
  const inPath = pathNames(call.path);
  const own = Object.entries(fieldsOf(call.input))
    .filter(([name]) => call.method === 'GET' || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || !schema.safeParse(undefined).success,
      schema: schemaOf(schema, 'input'),
    }));
  const named = own.some(({ name }) => name === 'entity') || call.permission === 'public' || call.write !== undefined;
  return [
    ...own,
    ...(named ? [] : [ENTITY_HEADER]),
    ...(call.write !== undefined || KEYED.has(call.id) ? [KEY_HEADER] : []),
    ...(call.write !== undefined && call.write.kind !== 'create' ? [BASED_HEADER] : []),
  ];
}

/** Returns the schema of a call's body, which is its input without path parameters. */
function bodyOf(call: CallDefinition): Json {
  const form = FORMS[call.id];
  if (form) return { 'multipart/form-data': { schema: form } };
  const inPath = pathNames(call.path);
  const {
    properties = {},
    required = [],
    ...rest
  } = schemaOf(call.input, 'input') as {
    properties?: Json;
    required?: string[];
  };
  const kept = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const needed = required.filter(name => !inPath.includes(name));
  const schema = {
    ...rest,
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return { 'application/json': { schema } };
}

const RIGHTS: Readonly<Record<string, string>> = {
  public: 'Requires no session.',
  session: 'Requires a session.',
  signedIn: 'Requires a session of a person on the whitelist.',
};

function operationOf(call: CallDefinition): Json {
  const isFile = call.output instanceof z.ZodMiniNever;
  const answer = isFile
    ? {
        [FILE_TYPES[call.id] ?? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']: {
          schema: { type: 'string', format: 'binary' },
        },
      }
    : {
        'application/json': {
          schema: {
            type: 'object',
            required: ['retcode', 'message', 'detail', 'data'],
            properties: {
              retcode: { type: 'integer', enum: [0] },
              message: { type: 'string' },
              detail: { type: 'string' },
              data: schemaOf(call.output, 'output'),
            },
          },
        },
      };
  const also = call.aliases?.length ? ` Also at ${call.aliases.map(path => `/api${path}`).join(', ')}.` : '';
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    summary: call.summary,
    description: `${RIGHTS[call.permission] ?? `Requires ${call.permission}.`}${also}`,
    ...(call.permission === 'public' ? {} : SIGNED_IN),
    parameters: parametersOf(call),
    ...(call.method === 'GET' ? {} : { requestBody: { required: true, content: bodyOf(call) } }),
    responses: {
      200: { description: 'Success', content: answer },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

const HEAD = {
  openapi: '3.0.3',
  info: {
    title: 'Ops Portal API',
    version: '1',
    description:
      'Every response has the form {retcode, message, detail, data}; retcode 0 means success. Lists accept page and ' +
      'count or offset and size, and return list, page, count and total. A path without /v2 is also available below ' +
      '/api/v2/sls/forward, and every path also works with a trailing slash. Strings are trimmed, and empty parameters ' +
      'are dropped; channelId and channel_id are the same key, and so are type, applicableType and applicable_type. A ' +
      'write whose `version` is stale is refused with 409 and the current record as data.current.',
  },
};

const COMPONENTS = {
  securitySchemes: SECURITY_SCHEMES,
  responses: {
    Refusal: {
      description: 'Refusal: a non-zero retcode with a message',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              retcode: { type: 'integer' },
              message: { type: 'string' },
              detail: { type: 'string' },
              data: { nullable: true },
            },
          },
        },
      },
    },
  },
};

/** Adds the operations of calls to `paths`, one in each step, because adding all of them takes a tenth of a second. */
function* addingCalls(paths: Record<string, Json>): Generator<void> {
  for (const call of EVERY_CALL) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
    yield;
  }
}

const firstPaths = (): Record<string, Json> =>
  Object.fromEntries(Object.entries(OTHER_PATHS).map(([path, operations]) => [path, { ...operations }]));

/** The API in OpenAPI format, generated from the contract. */
export function openApiDocument(): Json {
  const paths = firstPaths();
  for (const _ of addingCalls(paths));
  return { ...HEAD, paths, components: COMPONENTS };
}

/**
 * Returns the API in OpenAPI format, as JSON and as YAML. It is generated path by path, so that other requests run in
 * between.
 */
export async function openApiTexts(): Promise<{ json: string; yaml: string }> {
  const paths = firstPaths();
  const turns = new Turns();
  for (const _ of addingCalls(paths)) await turns.next();
  const json: string[] = [];
  const yaml: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    json.push(`${JSON.stringify(path)}:${JSON.stringify(operations)}`);
    yaml.push(`  ${JSON.stringify(path)}:${yamlOf(operations, '    ')}`);
    await turns.next();
  }
  const head = JSON.stringify(HEAD).slice(1, -1);
  return {
    json: `{${head},"paths":{${json.join(',')}},"components":${JSON.stringify(COMPONENTS)}}`,
    yaml: `${yamlOf(HEAD).slice(1)}"paths":\n${yaml.join('')}"components":${yamlOf(COMPONENTS, '  ')}`,
  };
}
