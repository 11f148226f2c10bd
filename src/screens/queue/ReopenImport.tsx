import { Button } from '@fluentui/react-components';
import { importById } from '../../contract/imports/registry.ts';
import { COUNTRIES } from '../../domain/country.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { Described } from '../../ui/Described.tsx';
import { useUi } from '../../ui/UiContext.ts';

interface ReopenImportProps {
  queued: QueuedImport;
  onOpen: (queued: QueuedImport) => void;
}

/** Opens an import that was not taken in its dialog, files and corrections as they were: to compare it anew, or mend it. */
export function ReopenImport({ queued, onOpen }: ReopenImportProps) {
  const { entity, can } = useUi();
  const declaration = importById(queued.importId);
  const { state, files } = queued;
  if (state !== 'review' && state !== 'refused') return null;
  if (!declaration || files.some(({ blob }) => blob === null)) return null;
  const label = state === 'review' ? 'Compare again' : 'Correct here';
  if (queued.entity !== entity) {
    return (
      <Described
        text={`Switch to ${COUNTRIES[queued.entity].name} to open it: it is compared with that country’s records.`}
      >
        <Button size="small" disabledFocusable>
          {label}
        </Button>
      </Described>
    );
  }
  if (!can(declaration.permission)) return null;
  return (
    <Button size="small" onClick={() => onOpen(queued)}>
      {label}
    </Button>
  );
}
