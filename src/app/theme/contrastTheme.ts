import { teamsHighContrastTheme, type Theme } from '@fluentui/react-components';

/** For forced colours. Links are in the system's colour: Fluent's yellow cannot be read on a light background. */
export const contrastTheme: Theme = {
  ...teamsHighContrastTheme,
  colorBrandForegroundLink: 'LinkText',
  colorBrandForegroundLinkHover: 'LinkText',
  colorBrandForegroundLinkPressed: 'LinkText',
  colorBrandForegroundLinkSelected: 'LinkText',
};
