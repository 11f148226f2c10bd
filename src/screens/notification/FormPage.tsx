import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { errorText } from '../../domain/errorText.ts';
import { DiscardQuestion } from '../../ui/form/DiscardQuestion.tsx';
import { DraftNotes } from '../../ui/form/DraftNotes.tsx';
import { isDirty, type Values } from '../../ui/form/formState.ts';
import { useDraft } from '../../ui/form/useDraft.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useLeaveGuard } from '../../ui/useLeaveGuard.ts';

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

interface FormPageProps<V extends Values> {
  title: string;
  /** The list to return to. */
  back: string;
  /** If omitted, the record is read-only. */
  onApply?: () => Promise<boolean>;
  /** What was entered, which is kept on this device under `key` until it is applied or discarded. */
  entered: { key: string; initial: V; values: V; put: (change: (now: V) => V) => void };
  children: ReactNode;
}

/**
 * A form on its own page, with Apply and Cancel (FORM-1, FORM-3). `onApply` returns whether to leave the page. Cancel
 * and Back ask before anything entered is discarded; what was entered survives leaving the page in any other way, such
 * as by a link, a reload or a sign-out.
 */
export function FormPage<V extends Values>({ title, back, onApply, entered, children }: FormPageProps<V>) {
  const styles = useStyles();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** Why the values were refused. Once a value changes, it may no longer be true. */
  const [refused, setRefused] = useState<{ of: V; text: string } | null>(null);
  const { key, initial, values, put } = entered;
  const problem = refused?.of === values ? refused.text : null;
  const draft = useDraft(onApply ? key : undefined, initial, values, put);
  const [asking, setAsking] = useState<{ goOn: () => void } | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leave = () => void navigate({ to: back });
  const isEntered = onApply !== undefined && isDirty(initial, values);
  const cancel = () => {
    if (isEntered) setAsking({ goOn: leave });
    else leave();
  };
  useLeaveGuard(goOn => {
    if (isEntered && !busy) setAsking({ goOn });
    return busy || isEntered;
  });
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (!onApply || busy) return;
    setBusy(true);
    setRefused(null);
    const applied = draft.hold();
    try {
      const leaves = await onApply();
      draft.end();
      // The person may have opened another page meanwhile, which stays open.
      if (leaves && isOpen.current) leave();
    } catch (error) {
      setRefused({ of: values, text: errorText(error) });
    } finally {
      applied();
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title={title} />
      <form className={styles.form} noValidate onSubmit={event => void apply(event)}>
        <DraftNotes draft={draft} disabled={busy} />
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
          <Button disabled={busy} onClick={cancel}>
            {onApply ? 'Cancel' : 'Back to the list'}
          </Button>
        </div>
      </form>
      {asking && (
        <DiscardQuestion
          onDiscard={() => {
            setAsking(null);
            draft.end();
            asking.goOn();
          }}
          onKeep={() => setAsking(null)}
        />
      )}
    </>
  );
}
