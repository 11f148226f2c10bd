import type { ReactNode } from 'react';
import { useUi } from './UiContext.ts';

/** Renders its children only for a person with the code; otherwise nothing (PERM-6). */
export function Guard({ code, children }: { code: string; children: ReactNode }): ReactNode {
  return useUi().can(code) ? children : null;
}
