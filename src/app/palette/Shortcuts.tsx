import { Button, Subtitle1, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { NativeDialog } from '../frame/NativeDialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';

const useStyles = makeStyles({
  dialog: {
    width: 'min(520px, calc(100vw - 24px))',
    maxHeight: 'calc(100dvh - 48px)',
    padding: tokens.spacingHorizontalXXL,
  },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
  title: { margin: 0 },
  group: { margin: `${tokens.spacingVerticalL} 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  list: { margin: 0 },
  row: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    minHeight: '32px',
    paddingBlock: tokens.spacingVerticalXXS,
    boxSizing: 'border-box',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
  },
  keys: { display: 'flex', flexShrink: 0, gap: tokens.spacingHorizontalXS, margin: 0 },
  key: {
    minWidth: '20px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'center',
  },
});

/** Lists all shortcuts; opened with `?`. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  return (
    <NativeDialog label="Keyboard shortcuts" className={styles.dialog} onClose={onClose}>
      <div className={styles.head}>
        <Subtitle1 as="h2" className={styles.title}>
          Keyboard shortcuts
        </Subtitle1>
        <Button appearance="subtle" icon={<DismissRegular />} aria-label="Close" onClick={onClose} />
      </div>
      {SHORTCUTS.map(group => (
        <section key={group.name}>
          <h3 className={styles.group}>{group.name}</h3>
          <dl className={styles.list}>
            {group.rows.map(row => (
              <div key={row.does} className={styles.row}>
                <dt>{row.does}</dt>
                <dd className={styles.keys}>
                  {row.keys.map(key => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </NativeDialog>
  );
}
