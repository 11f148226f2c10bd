import { createHash } from 'node:crypto';

/**
 * The API's description in a format suitable for review: one line per call with a hash of its shapes, and the shapes in
 * abbreviated form.
 */

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => value !== null && typeof value === 'object' && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The same value with sorted keys and without summaries and descriptions, none of which is a promise. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, own]) => !['summary', 'description'].includes(key) || typeof own !== 'string')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [
        key,
        ['required', 'parameters'].includes(key) && Array.isArray(own)
          ? own.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
          : plain(own),
      ]),
  );
}

/** Abbreviates a JSON schema, e.g. to "{code: string(32), status?: 0|1}". */
function brief(schema: unknown): string {
  if (!isJson(schema)) return 'any';
  const { type, nullable } = schema;
  const orNull = nullable === true ? '|null' : '';
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join('|') + orNull;
  const several = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(several)) return several.map(brief).join('|') + orNull;
  if (type === 'array') return `[${brief(schema['items'])}]${orNull}`;
  if (type === 'object' || isJson(schema['properties'])) {
    const required = new Set(list(schema['required']));
    const fields = Object.entries(isJson(schema['properties']) ? schema['properties'] : {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => `${name}${required.has(name) ? '' : '?'}: ${brief(own)}`);
    return `{${fields.join(', ')}}${orNull}`;
  }
  const most = schema['maxLength'] ?? (schema['maximum'] === Number.MAX_SAFE_INTEGER ? undefined : schema['maximum']);
  return `${typeof type === 'string' ? type : 'any'}${most === undefined ? '' : `(${String(most)})`}${orNull}`;
}

const schemaIn = (part: unknown): unknown =>
  isJson(part) && isJson(part['content'])
    ? (Object.values(part['content']).find(isJson) as Json | undefined)?.['schema']
    : undefined;

/** For every call, ordered by path: "GET /api/x/y #1a2b3c4d id", followed by its parameters, body and data. */
export function apiDigest(document: unknown): string {
  const paths = isJson(document) && isJson(document['paths']) ? document['paths'] : {};
  const lines: string[] = [];
  for (const [path, methods] of Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const [method, call] of Object.entries(isJson(methods) ? methods : {})) {
      if (!isJson(call)) continue;
      const hash = createHash('sha256')
        .update(JSON.stringify(plain(call)))
        .digest('hex')
        .slice(0, 10);
      lines.push(`${method.toUpperCase()} ${path} #${hash} ${String(call['operationId'] ?? '')}`);
      const parameters = list(call['parameters']).filter(isJson);
      const given = parameters
        .filter(own => own['in'] !== 'header')
        .map(own => `${String(own['name'])}${own['required'] === true ? '' : '?'}: ${brief(own['schema'])}`)
        .toSorted();
      if (given.length > 0) lines.push(`  parameters {${given.join(', ')}}`);
      const body = schemaIn(call['requestBody']);
      if (body !== undefined) lines.push(`  body ${brief(body)}`);
      const answer = schemaIn(isJson(call['responses']) ? call['responses']['200'] : undefined);
      const data = isJson(answer) && isJson(answer['properties']) ? answer['properties']['data'] : undefined;
      if (data !== undefined) lines.push(`  data ${brief(data)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
