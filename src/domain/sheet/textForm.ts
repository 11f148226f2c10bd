/** The form of a text file, which a person may have to specify because the file does not. */

/**
 * Encodings other than UTF-8 and UTF-16 in which spreadsheets save text files, with their labels in the Encoding
 * Standard.
 */
const NAMES = {
  big5: 'Big5 (Traditional Chinese)',
  gb18030: 'GB18030 (Simplified Chinese)',
  'windows-874': 'Windows-874 (Thai, TIS-620)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-1252': 'Windows-1252 (Western languages)',
} as const;

export type TextEncoding = keyof typeof NAMES;
export const TEXT_ENCODINGS = Object.keys(NAMES) as TextEncoding[];

/** The display name of an encoding. */
export const encodingName = (encoding: TextEncoding): string => NAMES[encoding];

/** Separators that a text file may use. The tab has a name, because calls trim the strings of their input. */
export const SEPARATORS = [',', ';', 'tab', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The character code of a separator. */
export const separatorCode = (separator: Separator): number => (separator === 'tab' ? '\t' : separator).charCodeAt(0);

/** What a person specifies about a text file because the file itself does not. */
export interface TextForm {
  encoding?: TextEncoding | undefined;
  separator?: Separator | undefined;
}
