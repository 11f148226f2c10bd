import { useEffect, useRef, useState } from 'react';
import { useViews } from '../../../sync/hooks/useViews.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { preferencesOf, queryOf, stateOf } from './viewTexts.ts';

interface OpenViewProps extends ListViewsProps {
  /** The view in the URL; null for the list's default view, if it has one. */
  id: string | null;
  onDone: (id: string | null) => void;
}

/** Opens the view in the URL, or the person's default view for the list, as soon as it has loaded. */
export function OpenView({ id, listId, state, preferences, onApply, onDone }: OpenViewProps) {
  const { views, status, asked } = useViews();
  const { notify } = useUi();
  const over = useRef(false);
  const [begin] = useState(() => queryOf(state));
  const view = views.find(known => (id === null ? known.screen === listId && known.standard : known.id === id));
  const touched = queryOf(state) !== begin;
  useEffect(() => {
    if (over.current || (!view && !(status === 'error' || (status === 'ready' && asked)) && !touched)) return;
    over.current = true;
    // Does not interrupt a person who has already started searching on a slow network.
    if (view && !touched) onApply(stateOf(view), preferencesOf(view, preferences), true);
    else if (id !== null && !view)
      notify.warning('That view was deleted or is not shared with you. The list is shown as in the link.');
    onDone(view && !touched ? view.id : null);
  });
  return null;
}
