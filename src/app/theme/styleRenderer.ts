import { createDOMRenderer } from '@fluentui/react-components';

type Renderer = ReturnType<typeof createDOMRenderer>;

/**
 * Fluent's style engine. Its own looks at every rule of a component's styles whenever one is mounted, to pass over those
 * that are in; a set of rules never changes, so that this one passes over the whole set. Ten rows of a list mount some
 * hundred components.
 */
export function createStyleRenderer(): Renderer {
  const renderer = createDOMRenderer();
  const insert = renderer.insertCSSRules;
  const known = new WeakSet<object>();
  renderer.insertCSSRules = rules => {
    if (known.has(rules)) return;
    known.add(rules);
    insert(rules);
  };
  return renderer;
}
