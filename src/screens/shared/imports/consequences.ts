import type { ComponentType } from 'react';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { UploadConsequenceProps } from '../../../ui/upload/uploadTypes.ts';

const ImportShift = lazyPart(
  () => import('../shift/ImportShift.tsx').then(module => module.ImportShift),
  () => null,
);

/** Say what the compared rows of an import mean beyond the rows, by its declaration: wherever its dialog is opened. */
export const CONSEQUENCES: Readonly<Record<string, ComponentType<UploadConsequenceProps> | undefined>> = {
  [nonWorkingDays.id]: ImportShift,
};
