import { tokens } from '@fluentui/react-components';

/**
 * Replaces references to Fluent's tokens with their values ("tokens.fontSizeBase200" is always the string
 * "var(--fontSizeBase200)"), in our styles and in Fluent's own, so that the table of all tokens is not part of the
 * first load.
 */
export const inlineTokens = () => ({
  name: 'ops-inline-tokens',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(src\/(ui|app|screens)|@fluentui\/react-[\w-]+\/lib)\/.*\.(tsx?|js)$/, code: 'tokens.' },
    handler: code => ({
      code: code.replaceAll(/(?<![\w.$])tokens\.(\w+)/g, (text, name) =>
        name in tokens ? JSON.stringify(tokens[name]) : text,
      ),
      map: null,
    }),
  },
});
