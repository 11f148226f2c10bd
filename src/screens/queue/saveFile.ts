/** What of a file the browser is told. */
export const FILE_TYPES = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Hands a content to the browser as a download; nothing leaves the device. The type goes by the name's ending. */
export function saveFile(name: string, content: string | Blob): void {
  const type = FILE_TYPES[(name.split('.').at(-1) ?? '') as keyof typeof FILE_TYPES];
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
