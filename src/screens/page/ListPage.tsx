import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabbedStyles } from '../../ui/tabbedStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { pageOf, type DeclaredPage, type PagedResource } from './pageOf.ts';

/** A page with a single list below its heading. */
export function ListPage({ page: { title, list } }: { page: DeclaredPage }) {
  const styles = useTabbedStyles();
  return (
    <div className={styles.root}>
      <PageHeader title={title} />
      <RoutedList definition={list} untitled creates />
    </div>
  );
}

/** Pages that are tabs of one page: the heading, and the resources whose lists are shown. */
export interface PageSet {
  title: string;
  resources: readonly PagedResource[];
}

/**
 * Renders the page of a resource that needs nothing beyond its declaration, with the tabs of its set if it belongs to
 * one. A person sees only the tabs for which they have a right.
 */
export function plainPage(resource: PagedResource, set?: PageSet) {
  const page = pageOf(resource);
  if (!set) return () => <ListPage page={page} />;
  const tabs = set.resources.map(({ page: { path, title }, feature }) => ({ value: path, label: title, feature }));
  return function SetPage() {
    const { can } = useUi();
    return (
      <TabbedPage
        title={set.title}
        label={`${set.title} pages`}
        tabs={tabs.filter(({ feature }) => can(feature))}
        current={page.path}
      >
        <RoutedList key={page.path} definition={page.list} untitled creates />
      </TabbedPage>
    );
  };
}
