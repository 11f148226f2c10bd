import { teamsHighContrastTheme, type Theme } from '@fluentui/react-components';

/** The theme for forced colors. Links use the system's color: Fluent's yellow is unreadable on a light background. */
export const contrastTheme: Theme = {
  ...teamsHighContrastTheme,
  colorBrandForegroundLink: 'LinkText',
  colorBrandForegroundLinkHover: 'LinkText',
  colorBrandForegroundLinkPressed: 'LinkText',
  colorBrandForegroundLinkSelected: 'LinkText',
};
