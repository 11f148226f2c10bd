import type { UploadColumn } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface ImportGuideProps {
  columns: readonly UploadColumn[];
  /** Key of the column that says what becomes of a row. */
  action: string | undefined;
}

const headersOf = (columns: readonly UploadColumn[]): string => columns.map(({ header }) => header).join(', ');

/** What a file has to hold, before one is chosen: its columns, what the action code means, whose channel counts. */
export function ImportGuide({ columns, action }: ImportGuideProps) {
  const upload = useUploadStyles();
  const needed = columns.filter(({ required }) => required !== 'no');
  const optional = columns.filter(({ required, key }) => required === 'no' && key !== action);
  const code = columns.find(({ key }) => key === action);
  const channel = columns.find(({ key }) => key === 'channelId');
  return (
    <dl className={upload.guide}>
      <dt>Columns that are needed</dt>
      <dd>{headersOf(needed)}</dd>
      {optional.length > 0 && (
        <>
          <dt>May be left out or blank</dt>
          <dd>{headersOf(optional)}</dd>
        </>
      )}
      {code && (
        <>
          <dt>{code.header}</dt>
          <dd>{code.note}</dd>
        </>
      )}
      {channel && (
        <>
          <dt>Channel</dt>
          <dd>The {channel.header} of each row decides, not the channel that is chosen in the list.</dd>
        </>
      )}
    </dl>
  );
}
