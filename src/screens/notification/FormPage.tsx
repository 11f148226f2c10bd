import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { errorText } from '../../domain/errorText.ts';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    maxWidth: '760px',
    padding: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXXL}`,
  },
  foot: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} 0`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // In the part that is always in view, so that nobody presses Apply without seeing why nothing happens.
  problem: { flexBasis: '100%' },
});

interface FormPageProps {
  title: string;
  /** The list to return to. */
  back: string;
  /** If omitted, the record is read-only. */
  onApply?: () => Promise<boolean>;
  children: ReactNode;
}

/** A form on its own page, with Apply and Cancel (FORM-1, FORM-3). `onApply` returns whether to leave the page. */
export function FormPage({ title, back, onApply, children }: FormPageProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = () => void navigate({ to: back });
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (!onApply || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      if (await onApply()) leave();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title={title} />
      <form className={styles.form} noValidate onSubmit={event => void apply(event)}>
        <fieldset disabled={!onApply || busy} style={{ display: 'contents' }}>
          {children}
        </fieldset>
        <div className={styles.foot}>
          {problem !== null && (
            <MessageBar intent="error" layout="multiline" className={styles.problem}>
              <MessageBarBody role="alert">{problem}</MessageBarBody>
            </MessageBar>
          )}
          {onApply && (
            <Button type="submit" appearance="primary" disabled={busy} icon={busy ? <Spinner size="tiny" /> : null}>
              Apply
            </Button>
          )}
          <Button onClick={leave}>{onApply ? 'Cancel' : 'Back to the list'}</Button>
        </div>
      </form>
    </>
  );
}
