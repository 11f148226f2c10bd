import { tokens } from '@fluentui/react-components';

/** Visible keyboard focus for links and buttons that are not Fluent components. */
export const focusRing = {
  ':focus-visible': {
    outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '1px',
  },
} as const;
