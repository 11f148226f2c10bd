import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { NativeDialog } from './NativeDialog.tsx';
import { Navigation } from './Navigation.tsx';
import { ProductMark } from './ProductMark.tsx';

const useStyles = makeStyles({
  drawer: {
    width: 'min(320px, 86vw)',
    maxWidth: 'none',
    height: '100dvh',
    maxHeight: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalS,
    borderRadius: 0,
    overflowY: 'auto',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalS}`,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
  },
  name: { flexGrow: 1 },
});

/** The navigation as a drawer, for windows too narrow to show it next to the page. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  return (
    <NativeDialog label="Navigation" className={styles.drawer} onClose={onClose}>
      <div className={styles.head}>
        <ProductMark size={26} />
        <span className={styles.name}>Ops Portal</span>
        <Button appearance="subtle" icon={<DismissRegular />} aria-label="Close navigation" onClick={onClose} />
      </div>
      <nav aria-label="Main">
        <Navigation collapsed={false} onExpand={() => undefined} onFollow={onClose} />
      </nav>
    </NativeDialog>
  );
}
