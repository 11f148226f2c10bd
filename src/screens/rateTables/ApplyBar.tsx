import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useLooks } from './looks.ts';
import { parseCellId } from './sheets/draft.ts';
import type { Evaluated } from './sheets/versionDraft.ts';

const useStyles = makeStyles({
  apply: {
    position: 'sticky',
    bottom: 0,
    zIndex: 3,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground2,
  },
  grow: { flexGrow: 1 },
});

interface ApplyBarProps {
  made: Evaluated;
  busy: boolean;
  failure: string | null;
  onLead: (part: string, key: string | null) => void;
  discard: () => void;
  apply: () => Promise<void>;
}

/** The number of typed changes that are not applied yet, and their first error; Apply sends them. */
export function ApplyBar({ made, busy, failure, onLead, discard, apply }: ApplyBarProps) {
  const styles = useStyles();
  const looks = useLooks();
  const pending = made.changes.length;
  const [problem] = made.problems;
  return (
    <div className={styles.apply}>
      <span>
        {pending === 0 ? 'Nothing to apply yet' : pending === 1 ? 'One change' : `${pending} changes`}, kept on this
        device
      </span>
      {problem && (
        <Button
          size="small"
          appearance="subtle"
          onClick={() => {
            const row = parseCellId(problem.cell).row;
            onLead(problem.sheet.split('/')[0] as string, `#${problem.sheet}#${problem.cell}#${row}`);
          }}
        >
          {made.problems.length === 1 ? 'One cell has an error' : `${made.problems.length} cells have errors`}:{' '}
          {problem.text}
        </Button>
      )}
      {failure !== null && (
        <span className={looks.problem} role="alert">
          {failure}
        </span>
      )}
      <span className={styles.grow} />
      <Button disabled={busy} onClick={discard}>
        Discard
      </Button>
      <Button
        appearance="primary"
        disabled={busy || pending === 0 || problem !== undefined || made.conflicts.length > 0}
        onClick={() => void apply()}
      >
        {busy ? 'Applying' : 'Apply'}
      </Button>
    </div>
  );
}
