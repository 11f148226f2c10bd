import { Button, MessageBar, MessageBarBody, Spinner, Title2 } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { errorText } from '../../domain/errorText.ts';
import { finishWithPasskey } from '../../sync/session/session.ts';
import { signInProblem } from './signInProblem.ts';
import { useCardStyles } from './useCardStyles.ts';

interface PasskeyStepProps {
  mark: ReactNode;
  /** Requests the passkey without another click. */
  atOnce: boolean;
  onTrying: (trying: boolean) => void;
  onSignedIn: () => Promise<unknown>;
  /** Returns to the password. */
  onBack: () => void;
}

/** The second step of signing in: a passkey, for people who have one. */
export function PasskeyStep({ mark, atOnce, onTrying, onSignedIn, onBack }: PasskeyStepProps) {
  const card = useCardStyles();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  const use = useCallback(async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    onTrying(true);
    try {
      const answer = await finishWithPasskey();
      if (answer.kind === 'ok') return void (await onSignedIn());
      setProblem(signInProblem(answer));
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
    onTrying(false);
  }, [onTrying, onSignedIn]);
  useEffect(() => {
    if (!atOnce || begun.current) return;
    begun.current = true;
    void use();
  }, [atOnce, use]);
  return (
    <main className={card.root}>
      <div className={card.card}>
        {mark}
        <Title2 as="h1" className={card.title}>
          Use your passkey
        </Title2>
        <p>Your account has a passkey. Confirm with the device or security key that stores it.</p>
        <div role="alert">
          {problem !== null && (
            <MessageBar intent="error" layout="multiline" politeness="polite">
              <MessageBarBody>{problem}</MessageBarBody>
            </MessageBar>
          )}
        </div>
        <Button appearance="primary" size="large" disabledFocusable={busy} onClick={() => void use()}>
          {busy ? <Spinner size="tiny" label="Waiting for the passkey" /> : 'Use passkey'}
        </Button>
        <Button size="large" onClick={onBack}>
          Back to the password
        </Button>
        <p>Lost your passkey? Another System Admin can remove it from your account.</p>
      </div>
    </main>
  );
}
