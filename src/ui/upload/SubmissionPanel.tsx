import type { MouseEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ProgressBar } from '../ProgressBar.tsx';
import { ErrorCircleFilled, WarningRegular } from '@fluentui/react-icons';
import { useLinkStyles } from '../linkStyles.ts';
import { failText, reasonText, reviewText } from './previewTexts.ts';
import type { Submission } from './uploadTypes.ts';
import { useUploadStyles } from './uploadStyles.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  /** As in the preview, a row cut off at the edge indicates that there are more. */
  rows: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    maxHeight: '30vh',
    overflow: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    '> li': { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`, overflowWrap: 'anywhere' },
    '> li:not(:last-child)': { borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}` },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
});

interface SubmissionPanelProps {
  submission: Submission;
  /** Whether this is an import of serviceable areas (UPLOAD-17). */
  addresses: boolean;
  /** Called when the link to a detail file is clicked. */
  onDownload: (event: MouseEvent<HTMLElement>, url: string) => void;
  /** Label of the button that overwrites colleagues' changes. */
  over?: string;
}

/** Shows an import's progress, or why it was rejected (UPLOAD-14 to UPLOAD-17). */
export function SubmissionPanel({ submission, addresses, onDownload, over = 'Apply' }: SubmissionPanelProps) {
  const styles = useStyles();
  const upload = useUploadStyles();
  const link = useLinkStyles();
  switch (submission.state) {
    case 'sending':
    case 'applying': {
      const text = submission.state === 'sending' ? 'Uploading' : 'Applying';
      const { share } = submission;
      return (
        <output className={styles.root}>
          <span className={upload.figures}>
            {text}
            {share !== null && ` ${Math.floor(100 * share)}%`}
          </span>
          <ProgressBar aria-label={text} {...(share === null ? {} : { value: share })} />
          {submission.problem !== '' && (
            <span className={upload.warning}>
              <WarningRegular className={upload.icon} aria-hidden />
              <span>
                {submission.problem} The import is saved on this device and continues automatically. You can close this
                dialog or the browser.
              </span>
            </span>
          )}
        </output>
      );
    }
    case 'refused':
      return (
        <ul className={upload.list} aria-label="Refused files">
          {submission.fails.map(({ name, url, message }, at) => (
            <li key={url || at} className={mergeClasses(upload.card, styles.root)}>
              <span className={upload.name}>{name}</span>
              <p className={upload.error} role="alert">
                <ErrorCircleFilled className={upload.icon} aria-hidden />
                {failText(message, submission.fails.length, addresses)}
              </p>
              {reasonText(message) !== '' && <p className={upload.quiet}>{reasonText(message)}</p>}
              {url !== '' && (
                <a
                  className={link.link}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  onClick={event => onDownload(event, url)}
                >
                  Download detail file
                </a>
              )}
            </li>
          ))}
        </ul>
      );
    case 'review':
      return (
        <div className={styles.root}>
          <p className={upload.warning} role="alert">
            <ErrorCircleFilled className={upload.icon} aria-hidden />
            <span>{reviewText(submission.total, over, submission.would, submission.paged)}</span>
          </p>
          <ul className={styles.rows} aria-label="Records changed in the meantime">
            {submission.rows.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
            {submission.total > submission.rows.length && (
              <li>and {(submission.total - submission.rows.length).toLocaleString('en-US')} more</li>
            )}
          </ul>
        </div>
      );
    case 'failed':
      return (
        <p className={upload.error} role="alert">
          <ErrorCircleFilled className={upload.icon} aria-hidden />
          {submission.message}
        </p>
      );
  }
}
