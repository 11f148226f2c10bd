import { MISSING } from '../../domain/format.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { useDownload } from '../shared/imports/useDownload.ts';

/** A file on the server, shown by name: a click saves it or says why that is not possible. "/" if there is no file. */
export function FileLink({ url, text }: { url: string; text: string }) {
  const styles = useLinkStyles();
  const download = useDownload();
  if (url === '') return MISSING;
  return (
    <a className={styles.link} href={url} data-full={text} onClick={event => download(event, url)}>
      {text}
    </a>
  );
}
