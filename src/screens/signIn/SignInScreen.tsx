import {
  Button,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  Spinner,
  Title2,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { needsPasskey, signIn, signInProvider } from '../../sync/session/session.ts';
import { leftText, type LeftHere } from './leftText.ts';
import { PasskeyStep } from './PasskeyStep.tsx';
import { signInProblem } from './signInProblem.ts';
import { useCardStyles } from './useCardStyles.ts';
import { useReachable } from './useReachable.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  tagline: { margin: 0, color: tokens.colorNeutralForeground3 },
  submit: { marginTop: tokens.spacingVerticalS },
});

interface SignInScreenProps {
  mark: ReactNode;
  /** The page that the person requested. */
  redirect: string;
  /** Why the identity provider did not sign the person in, if the provider redirected the browser here. */
  failed: string | null;
  /** Whether the first step was completed at the identity provider and a passkey is still required. */
  second: boolean;
  /** What each person has left on this device, by user id. */
  findLeft: () => Promise<ReadonlyMap<number, LeftHere>>;
  /** Called when a sign-in starts here or fails. */
  onTrying: (trying: boolean) => void;
  onSignedIn: () => Promise<unknown>;
}

/** The form for signing in with e-mail and password (G76). */
export function SignInScreen({ mark, redirect, failed, second, findLeft, onTrying, onSignedIn }: SignInScreenProps) {
  const styles = useStyles();
  const card = useCardStyles();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(failed);
  const [provider, setProvider] = useState<string | null>(null);
  const [step, setStep] = useState<'first' | 'second'>(second ? 'second' : 'first');
  const [left, setLeft] = useState<ReadonlyMap<number, LeftHere>>(new Map());
  const formRef = useRef<HTMLFormElement>(null);
  const reachable = useReachable();
  const problemId = useId();

  useEffect(() => {
    let here = true;
    void findLeft().then(found => here && setLeft(found));
    return () => {
      here = false;
    };
  }, [findLeft]);

  useEffect(() => {
    let here = true;
    if (reachable) void signInProvider().then(name => here && setProvider(name));
    return () => {
      here = false;
    };
  }, [reachable]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email') ?? '').trim();
    const password = String(form.get('password') ?? '');
    if (email === '' || password === '') {
      setProblem(email === '' ? 'E-mail is required' : 'Password is required');
      return;
    }
    setBusy(true);
    onTrying(true);
    setProblem(null);
    try {
      const answer = await signIn(email, password);
      if (answer.kind === 'ok') {
        await onSignedIn();
        return;
      }
      if (needsPasskey(answer)) setStep('second');
      else setProblem(signInProblem(answer));
    } catch {
      setProblem('This device could not save your session. Allow this site to store data, then try again.');
    }
    setBusy(false);
    onTrying(false);
    formRef.current?.querySelector<HTMLInputElement>('input[name="password"]')?.select();
  };

  if (step === 'second')
    return (
      <PasskeyStep
        mark={mark}
        // After a password, the same click suffices; after the redirect from a provider, browsers require another
        // click.
        atOnce={!second}
        onTrying={onTrying}
        onSignedIn={onSignedIn}
        onBack={() => setStep('first')}
      />
    );
  return (
    <main className={card.root}>
      <form
        ref={formRef}
        className={card.card}
        onSubmit={event => void submit(event)}
        noValidate
        aria-describedby={problemId}
      >
        <div className={styles.head}>
          {mark}
          <div>
            <Title2 as="h1" className={card.title}>
              Ops Portal
            </Title2>
            <p className={styles.tagline}>Sign in to continue</p>
          </div>
        </div>
        {left.size > 0 && (
          <MessageBar intent="info" layout="multiline">
            <MessageBarBody>{leftText([...left.values()])}</MessageBarBody>
          </MessageBar>
        )}
        {/* At most one of these contains text; while empty, they take up the space of a single gap. */}
        <div>
          <output>
            {!reachable && problem === null && (
              <MessageBar intent="warning" layout="multiline" politeness="polite">
                <MessageBarBody>
                  The server cannot be reached, so you cannot sign in now. This page continues when the server is back.
                </MessageBarBody>
              </MessageBar>
            )}
          </output>
          <div id={problemId} role="alert">
            {problem !== null && (
              <MessageBar intent="error" layout="multiline" politeness="polite">
                <MessageBarBody>{problem}</MessageBarBody>
              </MessageBar>
            )}
          </div>
        </div>
        <Field label="E-mail">
          {/* Signing in is the page's only purpose, so typing can start immediately. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input name="email" type="email" autoComplete="username" autoFocus spellCheck={false} autoCapitalize="none" />
        </Field>
        <Field label="Password">
          <Input
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            contentAfter={
              <Button
                appearance="transparent"
                size="small"
                icon={shown ? <EyeOffRegular /> : <EyeRegular />}
                aria-label={shown ? 'Hide password' : 'Show password'}
                onClick={() => setShown(!shown)}
              />
            }
          />
        </Field>
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? <Spinner size="tiny" label="Signing in" /> : 'Sign in'}
        </Button>
        {provider !== null && (
          <Button as="a" size="large" href={`/api/oidc/start?redirect=${encodeURIComponent(redirect)}`}>
            Sign in with {provider}
          </Button>
        )}
      </form>
    </main>
  );
}
