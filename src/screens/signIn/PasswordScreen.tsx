import { Button, Field, Input, MessageBar, MessageBarBody, Title2 } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { passwordProblem } from '../../domain/passwordRules.ts';
import { choosePassword } from '../../sync/actions/choosePassword.ts';
import { errorText } from '../../domain/errorText.ts';
import { useCardStyles } from './useCardStyles.ts';

/** The page where a person sets a password with an administrator's one-time link. */
export function PasswordScreen() {
  const styles = useCardStyles();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    const found = passwordProblem(password) ?? (form.get('again') === password ? null : 'The passwords do not match.');
    setProblem(found);
    if (found !== null) return;
    setBusy(true);
    try {
      const token = new URLSearchParams(window.location.search).get('token') ?? '';
      setDone(await choosePassword(token, password));
    } catch (error) {
      setProblem(errorText(error));
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
        {done === null ? (
          <>
            <Field label="New password" hint="At least 12 characters. Several words make a good password.">
              <Input name="password" type="password" autoComplete="new-password" />
            </Field>
            <Field label="Confirm new password">
              <Input name="again" type="password" autoComplete="new-password" />
            </Field>
            <Button type="submit" appearance="primary" disabled={busy}>
              Apply
            </Button>
          </>
        ) : (
          <>
            <MessageBar intent="success" layout="multiline">
              <MessageBarBody>The password of {done} is set.</MessageBarBody>
            </MessageBar>
            <Button as="a" href="/login" appearance="primary">
              Sign in
            </Button>
          </>
        )}
      </form>
    </main>
  );
}
