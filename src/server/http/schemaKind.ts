import * as z from 'zod/mini';

/** The type to which a query string value must be converted before a schema can validate it. */
export type Kind = 'number' | 'boolean' | 'array' | 'text';

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  values?: unknown[];
  element?: z.ZodMiniType;
  checks?: z.core.$ZodCheck[];
}

const definitionOf = (schema: z.ZodMiniType): Definition => (schema as unknown as { def: Definition }).def;

/** Returns the type of a schema, ignoring optional, default, nullable and pipe wrappers. */
export function kindOf(schema: z.ZodMiniType): Kind {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'number':
    case 'int':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'array';
    case 'literal':
      return typeof definition.values?.[0] === 'number' ? 'number' : 'text';
    case 'union':
      return definition.options?.[0] ? kindOf(definition.options[0]) : 'text';
    case 'pipe':
      return definition.in ? kindOf(definition.in) : 'text';
    default:
      return definition.innerType ? kindOf(definition.innerType) : 'text';
  }
}

/** Returns the schema of an array's elements, ignoring such wrappers, or undefined if the schema is not an array. */
export function elementOf(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const definition = definitionOf(schema);
  return definition.element ?? (definition.innerType ? elementOf(definition.innerType) : undefined);
}

/** If a schema accepts one value or several, returns the schema of a single value; otherwise undefined. */
export function elementOfSeveral(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { type, options, innerType } = definitionOf(schema);
  if (type === 'union') return options?.[1] && kindOf(options[1]) === 'array' ? elementOf(options[1]) : undefined;
  return innerType ? elementOfSeveral(innerType) : undefined;
}

/** The fields of an object schema. */
export const fieldsOf = (schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> =>
  (schema as unknown as { shape?: Record<string, z.ZodMiniType> }).shape ?? {};

/** The fields of an object schema, even if the object is optional; undefined for any other schema. */
export function objectFields(schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> | undefined {
  const { type, innerType, in: before } = definitionOf(schema);
  if (type === 'object') return fieldsOf(schema);
  const inner = innerType ?? (type === 'pipe' ? before : undefined);
  return inner && objectFields(inner);
}

/** Whether a schema is an object without rules between its fields, so that each field can be validated separately. */
export const isPlainObject = (schema: z.ZodMiniType): boolean => {
  const { type, checks = [] } = definitionOf(schema);
  return type === 'object' && checks.length === 0;
};

/** Returns the schema of a list's elements, even if the list is optional; undefined for any other schema. */
export function listElement(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { type, element, innerType } = definitionOf(schema);
  if (type === 'array') return element;
  return innerType && ['optional', 'nullable', 'default', 'readonly'].includes(type)
    ? listElement(innerType)
    : undefined;
}

/** A list schema with only the rules of the list itself, such as its length, and none for its elements. */
function openList(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, checks = [], innerType } = definitionOf(schema);
  if (type === 'array') return z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[]));
  return innerType ? openList(innerType) : schema;
}

/** The schema of a plain object, changed so that the lists with these names accept any elements. */
export const withOpenLists = (schema: z.ZodMiniType, names: readonly string[]): z.ZodMiniType =>
  z.object(
    Object.fromEntries(
      Object.entries(fieldsOf(schema)).map(([name, field]) => [name, names.includes(name) ? openList(field) : field]),
    ),
  );
