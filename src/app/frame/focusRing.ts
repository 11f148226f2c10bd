import { tokens } from '@fluentui/react-components';

/** A visible focus ring for links and buttons that are not Fluent components. */
export const focusRing = {
  ':focus-visible': {
    outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '1px',
  },
} as const;
