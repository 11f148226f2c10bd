import type { ComponentType } from 'react';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { UploadConsequenceProps } from '../../../ui/upload/uploadTypes.ts';

const ImportShift = lazyPart(
  () => import('../shift/ImportShift.tsx').then(module => module.ImportShift),
  () => null,
);

/**
 * Components that explain the consequences of an import beyond its rows, by declaration; used wherever its dialog is
 * opened.
 */
export const CONSEQUENCES: Readonly<Record<string, ComponentType<UploadConsequenceProps> | undefined>> = {
  [nonWorkingDays.id]: ImportShift,
};
