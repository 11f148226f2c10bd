import { startTransition, useCallback, useOptimistic } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search parameters in the page's URL, by name. */
export type AddressState = Readonly<Record<string, unknown>>;

/** Changes parameters in the URL; undefined removes one. Unless `replace` is set, Back returns to the previous URL. */
export type PutAddress = (part: AddressState, replace?: boolean) => void;

/**
 * The state of a page whose controls are stored in its URL, and a function that changes it. The router shows a new URL
 * only after its page has loaded. A control that waited for that would briefly lose its check mark or its last key
 * press, and a second change would start from a URL without the first. Therefore, a change is displayed immediately,
 * and applied to whatever the URL is by then.
 */
export function useAddressState(): [AddressState, PutAddress] {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as AddressState;
  const [shown, show] = useOptimistic(search, (state: AddressState, part: AddressState) => ({ ...state, ...part }));
  const put = useCallback(
    (part: AddressState, replace = true) =>
      startTransition(async () => {
        show(part);
        await navigate({
          to: '.',
          search: (was: AddressState) => ({ ...was, ...part }) as never,
          replace,
          // The router would scroll the page to its top at every key press in a form.
          resetScroll: !replace,
        });
      }),
    [navigate, show],
  );
  return [shown, put];
}
