import { useEffect, useRef } from 'react';
import { useViews } from '../../../sync/hooks/useViews.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { preferencesOf, stateOf } from './viewTexts.ts';

interface OpenViewProps extends ListViewsProps {
  id: string;
  /** The address names it; else it is the list's default, of which nothing is said where it is gone. */
  asked: boolean;
  onDone: (id: string | null) => void;
}

/** Opens a view that an address names, or that a list opens with, once it is read. */
export function OpenView({ id, asked, preferences, onApply, onDone }: OpenViewProps) {
  const { views, status } = useViews();
  const { notify } = useUi();
  const over = useRef(false);
  const view = views.find(known => known.id === id);
  useEffect(() => {
    if (over.current || (!view && status !== 'ready')) return;
    over.current = true;
    if (view) onApply(stateOf(view), preferencesOf(view, preferences));
    else if (asked) notify.warning('That view is gone, or is not shared with you. The list is as the link has it.');
    onDone(view ? id : null);
  });
  return null;
}
