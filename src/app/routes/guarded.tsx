import { Button } from '@fluentui/react-components';
import { LockClosedRegular } from '@fluentui/react-icons';
import { useNavigate, type RouteComponent } from '@tanstack/react-router';
import { COUNTRIES } from '../../domain/country.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useUi } from '../../ui/UiContext.ts';

/** A page that requires a permission code in the current country; without it, a message says so (PERM-13). */
export function guarded(code: string, Page: RouteComponent): RouteComponent {
  function GuardedPage() {
    return useUi().can(code) ? <Page /> : <NoPermission />;
  }
  // The router loads the page's code before it shows the route.
  GuardedPage.preload = async () => await Page.preload?.();
  return GuardedPage;
}

function NoPermission() {
  const { entity } = useUi();
  const navigate = useNavigate();
  return (
    <>
      <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>No permission</h1>
      <EmptyState
        icon={<LockClosedRegular />}
        title={`You do not have permission to view this page in ${COUNTRIES[entity].inText}`}
        hint="Switch to a country where you have permission, or ask this country's administrator for it."
      >
        <Button appearance="primary" onClick={() => void navigate({ to: '/' })}>
          Back to home
        </Button>
      </EmptyState>
    </>
  );
}
