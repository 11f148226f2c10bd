import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, ErrorCircleFilled, InfoFilled, WarningFilled } from '@fluentui/react-icons';
import { onPlainClick } from '../../ui/isPlainClick.ts';
import { router } from '../router.ts';
import type { Notice, NoticeKind } from './noticeStore.ts';

const useStyles = makeStyles({
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase500 },
  error: { color: tokens.colorStatusDangerForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  success: { color: tokens.colorStatusSuccessForeground1 },
  info: { color: tokens.colorNeutralForeground3 },
  link: { color: tokens.colorBrandForegroundLink, ':hover': { textDecorationLine: 'underline' } },
});

const LOOK = {
  error: { Icon: ErrorCircleFilled, word: 'Error' },
  warning: { Icon: WarningFilled, word: 'Warning' },
  success: { Icon: CheckmarkCircleFilled, word: 'Done' },
  info: { Icon: InfoFilled, word: 'Note' },
} as const;

/** A notice's kind, as a colored icon and as a word for screen readers. */
export function NoticeIcon({ kind }: { kind: NoticeKind }) {
  const styles = useStyles();
  const { Icon, word } = LOOK[kind];
  return <Icon className={mergeClasses(styles.icon, styles[kind])} aria-label={word} />;
}

/** A notice's subject, as a link if the notice has a URL. */
export function NoticeDetail({ notice: { detail, href }, className }: { notice: Notice; className: string }) {
  const styles = useStyles();
  if (detail === '') return null;
  if (href === undefined) return <div className={className}>{detail}</div>;
  return (
    <div className={className}>
      <a href={href} className={styles.link} onClick={onPlainClick(() => void router.navigate({ href }))}>
        {detail}
      </a>
    </div>
  );
}
