/** For systems in high contrast; most people never load it. */
export { teamsHighContrastTheme as contrastTheme } from '@fluentui/react-components';
