import { EmptyState } from '../../ui/EmptyState.tsx';

/** Tells an administrator what to do if reports over several years are unavailable. */
export function YearsMissing({ state, message }: { state: 'off' | 'missing'; message: string }) {
  if (state === 'off')
    return (
      <EmptyState
        title="Reports over years are not set up on this server"
        hint={
          <>
            An administrator sets <code>OPS_YEAR_REPORTS=1</code> and starts the server again. It then keeps settled
            bills as files and sums them up with DuckDB, which the optional package <code>@duckdb/node-api</code>{' '}
            brings. Until then, the Summary has up to 24 months.
          </>
        }
      />
    );
  return (
    <EmptyState
      title="DuckDB cannot be loaded on this server"
      hint={
        <>
          Reports over years need the optional package <code>@duckdb/node-api</code>. An administrator installs it with{' '}
          <code>npm ci</code> and starts the server again. The server says: {message}
        </>
      }
      urgent
    />
  );
}
