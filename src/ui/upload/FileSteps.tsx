import { ColumnStep } from './ColumnStep.tsx';
import { EncodingStep } from './EncodingStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { SheetStep } from './SheetStep.tsx';
import type { UploadColumn, UploadEngine, UploadState } from './uploadTypes.ts';

interface FileStepsProps {
  files: UploadState['files'];
  columns: readonly UploadColumn[];
  engine: UploadEngine;
}

/** The questions to answer before a file's rows can be read: about its encoding, its sheet, and its columns. */
export function FileSteps({ files, columns, engine }: FileStepsProps) {
  const unsaid = files.find(file => file.state === 'encoding');
  const mapping = files.find(file => file.state === 'mapping');
  const sheetOpen = (mapping?.matched?.undecided.length ?? 0) > 0;
  const undecided = mapping?.matched?.match.twice.some(({ chosen }) => chosen === null) === true;
  return (
    <>
      {unsaid && (
        <EncodingStep
          key={unsaid.name}
          file={unsaid}
          onChoose={encoding => void engine.chooseEncoding(unsaid.name, encoding)}
        />
      )}
      {mapping && sheetOpen && (
        <SheetStep key={mapping.name} file={mapping} onChoose={sheet => void engine.chooseSheet(mapping.name, sheet)} />
      )}
      {mapping && !sheetOpen && undecided && (
        <ColumnStep
          key={`${mapping.name}/${mapping.matched?.sheet}`}
          file={mapping}
          onChoose={choice => void engine.chooseColumns(mapping.name, choice)}
        />
      )}
      {mapping && !sheetOpen && !undecided && (
        <MappingStep
          key={`${mapping.name}/${mapping.matched?.sheet}`}
          file={mapping}
          columns={columns}
          onMap={choices => void engine.map(mapping.name, choices)}
          onForget={() => void engine.forgetMapping(mapping.name)}
          onSheet={sheet => void engine.chooseSheet(mapping.name, sheet)}
        />
      )}
    </>
  );
}
