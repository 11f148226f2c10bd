import { EmptyState } from '../../ui/EmptyState.tsx';

/** Tells an administrator what to do if reports over several years are unavailable. */
export function YearsMissing({ state, message }: { state: 'off' | 'missing'; message: string }) {
  if (state === 'off')
    return (
      <EmptyState
        title="Reports over years are not set up on this server"
        hint={
          <>
            An administrator can set <code>OPS_YEAR_REPORTS=1</code> and restart the server. The server then keeps
            settled bills as files and sums them up with DuckDB, which is in the optional package{' '}
            <code>@duckdb/node-api</code>. Until then, the Summary covers up to 24 months.
          </>
        }
      />
    );
  return (
    <EmptyState
      title="DuckDB cannot be loaded on this server"
      hint={
        <>
          Reports over years require the optional package <code>@duckdb/node-api</code>. An administrator can install it
          with <code>npm ci</code> and restart the server. Message from the server: {message}
        </>
      }
      urgent
    />
  );
}
