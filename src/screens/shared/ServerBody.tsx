import { Button, MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircleRegular, PlugDisconnectedRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { Administration } from '../../sync/hooks/useAdministration.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useUi } from '../../ui/UiContext.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} 0`,
  },
  body: {
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    // The space at the end is content: below a footer that stays in view, padding would show the rows.
    '&::after': { content: '""', display: 'block', height: tokens.spacingVerticalL },
  },
});

interface ServerBodyProps<T> {
  read: Administration<T>;
  /** Buttons above the content. */
  bar?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * The content of a page that loads from the server: a loading state, an error with Retry, and the previous content
 * during a refresh.
 */
export function ServerBody<T>({ read, bar, children }: ServerBodyProps<T>) {
  const styles = useStyles();
  const reached = useUi().online && !read.unreachable;
  const retry = <Button onClick={read.reload}>Retry</Button>;
  return (
    <>
      {bar !== undefined && <div className={styles.bar}>{bar}</div>}
      <div className={styles.body}>
        {read.data === null && read.problem !== null && (
          <EmptyState
            icon={reached ? <ErrorCircleRegular /> : <PlugDisconnectedRegular />}
            title={reached ? 'The server could not process this request' : 'This page requires the server'}
            hint={read.problem}
            urgent
          >
            {retry}
          </EmptyState>
        )}
        {read.data === null && read.problem === null && <Spinner label="Loading" />}
        {read.data !== null && read.problem !== null && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              {read.problem} This is cached data. {retry}
            </MessageBarBody>
          </MessageBar>
        )}
        {read.data !== null && children(read.data)}
      </div>
    </>
  );
}
