import { parseAst } from 'vite';

/**
 * Replaces zod: one value stands for all shapes. Code that tries to check a value with it gets an error saying that the
 * console has no shapes.
 */
const STUB = `
const absent = () => { throw new Error('The console holds no shapes: the server checks what is sent.'); };
export const none = { shape: {}, safeParse: absent, parse: absent, check: () => none };
`;
const ID = '\0ops-no-shapes';

/** Whether zod makes the value of an expression: `z.object(...)`, `z.string().check(...)`. */
const isShape = node =>
  node?.type === 'CallExpression'
    ? isShape(node.callee)
    : node?.type === 'MemberExpression' && (node.object.name === 'z' || isShape(node.object));

/** Start, end and replacement of each outermost shape and each summary below a node. */
function shapesIn(node, found = []) {
  if (node === null || typeof node !== 'object') return found;
  if (node.type === 'CallExpression' && isShape(node)) found.push([node.start, node.end, 'z.none']);
  else if (node.type === 'Property' && node.key.name === 'summary')
    found.push(node.shorthand ? [node.start, node.end, "summary: ''"] : [node.value.start, node.value.end, "''"]);
  else for (const value of Object.values(node)) shapesIn(value, found);
  return found;
}

/**
 * Removes zod, the shapes of calls and their summaries on the API page from the console's files: the server checks its
 * input, and the console needs only a call's path, permission and policy. Outside the contract nothing may import zod.
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
