import type { ReactNode } from 'react';
import { useUi } from './UiContext.ts';

/** Renders its children only if the person has the permission code (PERM-6). */
export function Guard({ code, children }: { code: string; children: ReactNode }): ReactNode {
  return useUi().can(code) ? children : null;
}
