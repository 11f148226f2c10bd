import { memo, useCallback, useEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { BookmarkRegular } from '@fluentui/react-icons';
import { asksNothing, namesAnother } from '../../../domain/addressCountry.ts';
import type { Country } from '../../../domain/country.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { takeOut } from '../addressHistory.ts';

const ViewsMenu = lazyPart(() => import('./ViewsMenu.tsx').then(module => module.ViewsMenu));
const OpenView = lazyPart(
  () => import('./OpenView.tsx').then(module => module.OpenView),
  () => null,
);

interface ViewsButtonProps {
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClick: () => void;
}

/** Memoized, so that it is not rerendered when new rows arrive. */
const ViewsButton = memo(function ViewsButton({ button, open, onClick }: ViewsButtonProps) {
  return (
    <Button
      ref={button as Ref<never>}
      appearance="subtle"
      icon={<BookmarkRegular />}
      aria-label="Saved views"
      title="Saved views"
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={onClick}
    />
  );
});

/** The saved views, next to a list's settings; opens the view in the URL, or the default view. */
export function ViewsSlot(props: ListViewsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const onClick = useCallback(() => setOpen(was => !was), []);
  const [current, setCurrent] = useState<string | null>(null);
  const { entity } = useUi();
  const [{ path, named, bare }] = useState(() => readAddress(entity));
  const [opening, setOpening] = useState(named !== null || bare);
  useEffect(() => {
    // Only once: after a reload or Back, the list's own state is used.
    if (named !== null) takeOut('view');
  }, [named]);
  return (
    <>
      <ViewsButton button={button} open={open} onClick={onClick} />
      {open && (
        <ViewsMenu
          {...props}
          path={path}
          anchor={button}
          current={current}
          onCurrent={setCurrent}
          onClose={() => setOpen(false)}
        />
      )}
      {opening && (
        <OpenView
          {...props}
          id={named}
          onDone={id => {
            if (id !== null) setCurrent(id);
            setOpening(false);
          }}
        />
      )}
    </>
  );
}

/**
 * The list's path, the view in the URL, and whether the URL contains nothing but the current country, in which case the
 * person's default view opens. A view of another country stays in the URL until the person switches to that country,
 * because it does not belong to this one.
 */
function readAddress(entity: Country) {
  const { pathname, search } = window.location;
  const view = namesAnother(search, entity) ? null : new URLSearchParams(search).get('view');
  return { path: pathname, named: view, bare: asksNothing(search, entity) };
}
