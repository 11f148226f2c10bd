/**
 * Formats a JSON document's value as YAML in block style. Keys and strings are quoted as in JSON, which YAML accepts.
 */
export function yamlOf(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n';
    return `\n${value.map(item => `${indent}-${yamlOf(item, `${indent}  `)}`).join('')}`;
  }
  if (value === null || typeof value !== 'object') return ` ${JSON.stringify(value)}\n`;
  const entries = Object.entries(value).filter(([, below]) => below !== undefined);
  if (entries.length === 0) return ' {}\n';
  return `\n${entries.map(([key, below]) => `${indent}${JSON.stringify(key)}:${yamlOf(below, `${indent}  `)}`).join('')}`;
}
