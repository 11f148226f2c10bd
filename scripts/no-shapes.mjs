import { parseAst } from 'vite';

/**
 * Replaces zod: a single value stands for all schemas. Code that tries to validate a value with it gets an error saying
 * that the console has no schemas.
 */
const STUB = `
const absent = () => { throw new Error('The console holds no shapes: the server checks what is sent.'); };
export const none = { shape: {}, safeParse: absent, parse: absent, check: () => none };
`;
const ID = '\0ops-no-shapes';

/** Whether zod creates an expression's value: `z.object(...)`, `z.string().check(...)`. */
const isShape = node =>
  node?.type === 'CallExpression'
    ? isShape(node.callee)
    : node?.type === 'MemberExpression' && (node.object.name === 'z' || isShape(node.object));

/** Start, end and replacement of each outermost schema and each summary below a node. */
function shapesIn(node, found = []) {
  if (node === null || typeof node !== 'object') return found;
  if (node.type === 'CallExpression' && isShape(node)) found.push([node.start, node.end, 'z.none']);
  else if (node.type === 'Property' && node.key.name === 'summary')
    found.push(node.shorthand ? [node.start, node.end, "summary: ''"] : [node.value.start, node.value.end, "''"]);
  else for (const value of Object.values(node)) shapesIn(value, found);
  return found;
}

/**
 * Removes zod, the calls' schemas and their summaries on the API page from the console's bundle: the server validates
 * its input, and the console needs only a call's path, permission and policy. No code outside the contract may import
 * zod.
 */
export const noShapes = () => ({
  name: 'ops-no-shapes',
  apply: 'build',
  enforce: 'pre',
  resolveId: source => (/^zod(\/|$)/.test(source) ? ID : null),
  load: id => (id === ID ? STUB : null),
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /zod|safeParse/ },
    handler(code, id) {
      if (!/\/src\/contract\//.test(id)) {
        if (/import (?!type )[^;]*['"]zod|\.safeParse\(/.test(code))
          this.error(`${id} checks by a shape: the console holds none`);
        return null;
      }
      const shapes = shapesIn(parseAst(code, { lang: 'ts' })).sort(([a], [b]) => b - a);
      return {
        code: shapes.reduce((text, [start, end, put]) => text.slice(0, start) + put + text.slice(end), code),
        map: null,
      };
    },
  },
});
