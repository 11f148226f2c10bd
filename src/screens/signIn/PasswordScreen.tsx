import { Button, Field, Input, MessageBar, MessageBarBody, Spinner, Title2 } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { passwordProblem } from '../../domain/passwordRules.ts';
import { choosePassword, LinkEnded } from '../../sync/actions/choosePassword.ts';
import { errorText } from '../../domain/errorText.ts';
import { useCardStyles } from './useCardStyles.ts';

/** The shortest token that the server accepts (contract/admin). */
const TOKEN_LEAST = 20;

/** The page where a person sets a password with an administrator's one-time link. */
export function PasswordScreen() {
  const styles = useCardStyles();
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const isWhole = token.length >= TOKEN_LEAST;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isEnded, setIsEnded] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    const found =
      passwordProblem(password, null) ?? (form.get('again') === password ? null : 'The passwords do not match.');
    if (busy) return;
    setProblem(found);
    if (found !== null) return;
    setBusy(true);
    try {
      setDone(await choosePassword(token, password));
    } catch (error) {
      setProblem(errorText(error));
      // No other password could be set with this link either.
      setIsEnded(error instanceof LinkEnded);
    }
    setBusy(false);
  };
  return (
    <main className={styles.root}>
      <form className={styles.card} onSubmit={event => void submit(event)} noValidate>
        <Title2 as="h1" className={styles.title}>
          Choose a password
        </Title2>
        {problem !== null && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>{problem}</MessageBarBody>
          </MessageBar>
        )}
        {!isWhole && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              This address is incomplete. Open the whole link that your administrator gave you, or ask for a new one.
            </MessageBarBody>
          </MessageBar>
        )}
        {isWhole && !isEnded && done === null && (
          <>
            <Field label="New password" hint="At least 12 characters. Several words make a good password.">
              <Input name="password" type="password" autoComplete="new-password" />
            </Field>
            <Field label="Confirm new password">
              <Input name="again" type="password" autoComplete="new-password" />
            </Field>
            <Button type="submit" appearance="primary" disabledFocusable={busy}>
              {busy ? <Spinner size="tiny" label="Setting the password" /> : 'Apply'}
            </Button>
          </>
        )}
        {done !== null && (
          <MessageBar intent="success" layout="multiline">
            <MessageBarBody>The password of {done} is set.</MessageBarBody>
          </MessageBar>
        )}
        {(done !== null || isEnded) && (
          <Button as="a" href="/login" appearance="primary">
            Sign in
          </Button>
        )}
      </form>
    </main>
  );
}
