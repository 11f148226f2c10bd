import { Button } from '@fluentui/react-components';
import { CloudOffRegular, ErrorCircleRegular, ShieldQuestionRegular } from '@fluentui/react-icons';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { consoleIsServed } from '../../sync/network/transport.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { reportError } from '../monitoring.ts';
import { AccessUnconfirmed } from '../session/access.ts';
import { PageCodeMissing } from './lazyPage.ts';
import { errorText } from '../../domain/errorText.ts';

/**
 * Shown if a page could not be opened: a check requires the server, code could not be loaded, or the program failed.
 */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const unconfirmed = error instanceof AccessUnconfirmed;
  useEffect(() => {
    if (!unconfirmed) reportError('render', error);
  }, [error, unconfirmed]);
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  // A browser may remember a failed code request for the document's lifetime: only a new document requests the file
  // again.
  const codeAgain = async (): Promise<void> => {
    if (await consoleIsServed()) location.reload();
    else again();
  };
  if (unconfirmed) {
    return (
      <main>
        <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>Access not confirmed</h1>
        <EmptyState
          icon={<ShieldQuestionRegular />}
          title="Your access could not be confirmed"
          hint="The server has been unreachable for a day, so the console could not check that you are on the whitelist. What you entered is saved on this device. Connect to the network and try again."
        >
          <Button appearance="primary" onClick={again}>
            Try again
          </Button>
        </EmptyState>
      </main>
    );
  }
  if (error instanceof PageCodeMissing) {
    return (
      <>
        <PageHeader title="This page could not be loaded" />
        <EmptyState
          urgent
          icon={<CloudOffRegular />}
          title="This page is not on this device yet"
          hint="Its code could not be loaded because the server cannot be reached or a newer version has been released. Unsent changes are safe on this device. Try again once the server can be reached; after a new release, reload the page."
        >
          <Button appearance="primary" onClick={() => void codeAgain()}>
            Try again
          </Button>
          <Button onClick={() => location.reload()}>Reload</Button>
          <Link to="/">Home</Link>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title="This page could not be opened" />
      <EmptyState
        urgent
        icon={<ErrorCircleRegular />}
        title="Something went wrong while opening this page"
        hint={`${errorText(error)}. Unsent changes are safe on this device.`}
      >
        <Button appearance="primary" onClick={again}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload</Button>
        <Link to="/">Home</Link>
      </EmptyState>
    </>
  );
}
