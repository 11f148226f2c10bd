import { Button } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { reportError } from '../monitoring.ts';

/** Shown for a URL that matches no page, and reported (SHELL-14). */
export function NotFoundPage() {
  const path = useLocation({ select: location => location.pathname });
  const navigate = useNavigate();
  useEffect(() => reportError('route', `no page at ${path}`), [path]);
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<DocumentSearchRegular />}
        title={`There is no page at ${path}`}
        hint="The address may be mistyped, or the page may have moved. The menu lists every page that you can open."
      >
        <Button appearance="primary" onClick={() => void navigate({ to: '/' })}>
          Back to home
        </Button>
      </EmptyState>
    </>
  );
}
