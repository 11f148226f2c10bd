import { useState, type RefObject } from 'react';
import type { ViewRow } from '../../../contract/views.ts';
import { featureOfPage } from '../../../contract/viewSharing.ts';
import { withCountry } from '../../../domain/addressCountry.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { changeView, chooseDefault, removeView, saveView } from '../../../sync/actions/views.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useViews } from '../../../sync/hooks/useViews.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { failureText } from '../../../ui/form/failureText.ts';
import { PopupMenu, type PopupMenuItem } from '../../../ui/PopupMenu.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import type { ListViewsProps } from '../../../ui/list/definition.ts';
import { ViewDialog, type ViewValues } from './ViewDialog.tsx';
import { looksOf, mayChange, preferencesOf, queryOf, stateOf, viewHref } from './viewTexts.ts';

interface ViewsMenuProps extends ListViewsProps {
  path: string;
  anchor: RefObject<HTMLElement | null>;
  /** Id of the view most recently opened in this list. */
  current: string | null;
  onCurrent: (id: string | null) => void;
  onClose: () => void;
}

type Doing = { do: 'save' } | { do: 'edit' | 'delete'; view: ViewRow };

/** A list's saved views: opens them, saves the list's current state as a new one, and edits and deletes them. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { listId, state, preferences, onApply, path, anchor, current, onCurrent, onClose } = props;
  const { client, entity } = useSync();
  const ui = useUi();
  const { notify, person, can } = ui;
  const feature = featureOfPage(path);
  const mayShare = person.admin || feature === null || can(`${feature}.write`);
  const { views, status } = useViews();
  const [doing, begin] = useState<Doing | null>(null);
  const setDoing = (next: Doing | null) => {
    // A dialog returns the focus to the element that was focused when it opened.
    anchor.current?.focus();
    begin(next);
  };
  const own = views.filter(({ screen }) => screen === listId);
  const [query, looks] = [queryOf(state), looksOf(preferences)];
  const chosen = own.find(({ id }) => id === current) ?? own.find(view => view.query === query && view.looks === looks);
  const standard = own.find(view => view.standard);

  const open = (view: ViewRow) => {
    onCurrent(view.id);
    onApply(stateOf(view), preferencesOf(view, preferences));
    anchor.current?.focus();
    onClose();
  };
  const item = (view: ViewRow): PopupMenuItem => ({
    key: view.id,
    label: view === standard ? `${view.name} (default)` : view.name,
    typed: true,
    kind: 'radio',
    checked: view === chosen,
    run: () => open(view),
  });
  const announce = (text: string) => notify.success(ui.online ? text : `${text} on this device; it will be sent later`);
  const attempt = (work: Promise<unknown>, text: string) =>
    void work.then(() => announce(text)).catch((error: unknown) => notify.error(failureText(error)));
  const remember = (view: ViewRow, isDefault: boolean) => chooseDefault(client, entity, view, isDefault, standard);
  /**
   * Chooses or clears the default, then says that the view is saved: a person who reads that may close the page. The view is
   * saved already, so its dialog does not stay open if it cannot become the default.
   */
  const rememberSaved = async (view: ViewRow, name: string, isDefault: boolean) => {
    const failed = await remember(view, isDefault).then(() => null, failureText);
    announce(`View "${name}" saved`);
    if (failed !== null) notify.error(failed);
  };
  const finish = () => {
    setDoing(null);
    onClose();
  };

  if (doing?.do === 'save') {
    return (
      <ViewDialog
        title="Save view"
        draftKey={`views/${listId}/create`}
        entity={entity}
        mayShare={mayShare}
        initial={{ name: '', shared: false, standard: false }}
        onClose={finish}
        onApply={async ({ name, shared, standard: isDefault }: ViewValues) => {
          const entry = await saveView(client, entity, person.email, {
            screen: listId,
            path,
            name,
            shared,
            query,
            looks,
          });
          onCurrent(entry.recordKey);
          await rememberSaved(entry.optimistic as ViewRow, name, isDefault);
          finish();
        }}
      />
    );
  }
  if (doing?.do === 'edit') {
    const { view } = doing;
    return (
      <ViewDialog
        title="Edit view"
        draftKey={`views/edit/${view.id}`}
        entity={entity}
        mayShare={mayShare}
        initial={{ name: view.name, shared: view.shared, standard: view.standard }}
        onClose={finish}
        onApply={async ({ standard: isDefault, ...changes }: ViewValues) => {
          await changeView(client, entity, view, changes);
          await rememberSaved(view, changes.name, isDefault);
          finish();
        }}
      />
    );
  }
  if (doing?.do === 'delete') {
    const { view } = doing;
    return (
      <ConfirmDialog
        title="Delete this view?"
        confirmLabel="Delete"
        destructive
        focus="cancel"
        onCancel={finish}
        onConfirm={async () => {
          await removeView(client, entity, view);
          onCurrent(null);
          announce(`View "${view.name}" deleted`);
          finish();
        }}
      >
        {`"${view.name}"${view.shared ? ` will be deleted for everyone in ${COUNTRIES[entity].inText}` : ''}. The records are not affected.`}
      </ConfirmDialog>
    );
  }

  const copyLink = async () => {
    // If a list has no filters, the link includes its page, so that another person who opens it does not get their own default
    // view instead.
    const query = queryOf(state) || 'page=1';
    const href = chosen ? viewHref({ ...chosen, country: entity }) : path + withCountry(query, entity);
    await navigator.clipboard.writeText(new URL(href, window.location.href).href);
  };
  const mine = own.filter(({ owner }) => owner === '' || owner === person.email);
  const others = own.filter(view => !mine.includes(view));
  const differs = chosen !== undefined && (chosen.query !== query || chosen.looks !== looks);
  const changeable = chosen !== undefined && mayChange(chosen, person);
  const none =
    status === 'ready'
      ? 'No saved views yet'
      : status === 'error'
        ? 'The views are not on this device'
        : 'Loading the views ...';
  return (
    <PopupMenu
      label="Saved views"
      anchor={anchor}
      onClose={onClose}
      groups={[
        ...(mine.length > 0 ? [{ label: 'My views', items: mine.map(item) }] : []),
        ...(others.length > 0 ? [{ label: `Shared in ${COUNTRIES[entity].inText}`, items: others.map(item) }] : []),
        ...(own.length === 0 ? [{ items: [{ key: 'none', label: none, disabled: true, run: () => undefined }] }] : []),
        {
          label: 'This list',
          items: [
            { key: 'save', label: 'Save as a view ...', stays: true, run: () => setDoing({ do: 'save' }) },
            ...(chosen && differs && changeable
              ? [
                  {
                    key: 'update',
                    label: `Update "${chosen.name}"`,
                    run: () =>
                      attempt(changeView(client, entity, chosen, { query, looks }), `View "${chosen.name}" updated`),
                  },
                ]
              : []),
            ...(chosen && changeable
              ? [
                  {
                    key: 'edit',
                    label: `Edit "${chosen.name}" ...`,
                    stays: true,
                    run: () => setDoing({ do: 'edit', view: chosen }),
                  },
                  {
                    key: 'delete',
                    label: `Delete "${chosen.name}" ...`,
                    stays: true,
                    run: () => setDoing({ do: 'delete', view: chosen }),
                  },
                ]
              : []),
            ...(chosen
              ? [
                  {
                    key: 'default',
                    label:
                      standard === chosen ? 'Open without a view by default' : `Open with "${chosen.name}" by default`,
                    run: () =>
                      attempt(
                        remember(chosen, standard !== chosen),
                        standard === chosen ? 'The list opens without a view' : `The list opens with "${chosen.name}"`,
                      ),
                  },
                ]
              : []),
            {
              key: 'link',
              label: 'Copy link',
              run: () =>
                void copyLink()
                  .then(() => notify.success('Link copied; it opens in this country'))
                  .catch(() =>
                    notify.error(
                      'The browser does not let this page use the clipboard. Allow it in the settings of this site, then copy again.',
                    ),
                  ),
            },
          ],
        },
      ]}
    />
  );
}
