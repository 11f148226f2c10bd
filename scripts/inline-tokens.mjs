import { tokens } from '@fluentui/react-components';

/**
 * Writes the values of Fluent's tokens where they are named ("tokens.fontSizeBase200" is only ever the text
 * "var(--fontSizeBase200)"), in our styles and in Fluent's own, so that the table of all of them is not in the first load.
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
