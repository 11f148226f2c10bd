import type { UploadColumn } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

interface ImportGuideProps {
  columns: readonly UploadColumn[];
  /** Key of the column that contains each row's action code. */
  action: string | undefined;
  /** Columns, such as a location's id, in place of which names can be used. */
  byNames: readonly string[];
}

const headersOf = (columns: readonly UploadColumn[]): string => columns.map(({ header }) => header).join(', ');

/**
 * Explains what a file must contain before one is selected: its columns, the meaning of the action code, and which
 * channel applies.
 */
export function ImportGuide({ columns, action, byNames }: ImportGuideProps) {
  const upload = useUploadStyles();
  const named = columns.filter(({ key }) => byNames.includes(key));
  const needed = columns.filter(({ required, key }) => required !== 'no' && !byNames.includes(key));
  const optional = columns.filter(({ required, key }) => required === 'no' && key !== action && !byNames.includes(key));
  const code = columns.find(({ key }) => key === action);
  const channel = columns.find(({ key }) => key === 'channelId');
  return (
    <dl className={upload.guide}>
      <dt>Required columns</dt>
      <dd>{headersOf(needed)}</dd>
      {named.length > 0 && (
        <>
          <dt>{headersOf(named)}</dt>
          <dd>May be blank if the columns from State onward identify the place.</dd>
        </>
      )}
      {optional.length > 0 && (
        <>
          <dt>Optional columns</dt>
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
          <dd>The import uses the {channel.header} in each row, not the channel selected in the list.</dd>
        </>
      )}
    </dl>
  );
}
