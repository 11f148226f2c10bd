import { Link } from '@tanstack/react-router';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useWorkbenchStyles } from './useWorkbenchStyles.ts';

/** Leads to another write of this page. */
export function OtherEntry({ id, text }: { id: string; text: string }) {
  const styles = useWorkbenchStyles();
  const links = useLinkStyles();
  return (
    <p className={styles.captions}>
      <Link to="/queue" search={{ entry: id } as never} className={links.link}>
        {text}
      </Link>
    </p>
  );
}
