import { Input, makeStyles } from '@fluentui/react-components';
import type { SearchBox } from './useSearchBox.ts';

const useStyles = makeStyles({ search: { width: 'min(320px, 100%)' } });

/** The fuzzy search box of a short list (LIST-2). */
export function SearchInput({ box }: { box: SearchBox }) {
  const styles = useStyles();
  return (
    <Input
      className={styles.search}
      placeholder="Search..."
      aria-label="Search..."
      value={box.typed}
      onChange={(_, { value }) => box.type(value)}
    />
  );
}
