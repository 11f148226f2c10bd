import { FILE_NAME_MOST } from '../../contract/files.ts';

/** Makes the names of uploaded files safe by removing characters that a file system or a URL could misinterpret. */

/** Control characters, characters that Windows forbids, and marks that change the writing direction. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** Returns a name that is safe in a path, a URL and a header; its extension is kept. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 6 ? plain.slice(dot) : '';
  const stem = Array.from(plain.slice(0, plain.length - extension.length))
    .slice(0, FILE_NAME_MOST - extension.length)
    .join('')
    .trim();
  return `${stem || 'file'}${extension}`;
}

/** Header value that makes a browser save a file under its name, whatever characters it contains. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
