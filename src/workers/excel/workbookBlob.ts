import { writeWorkbook, type Deflate, type SheetToWrite } from '../../domain/sheet/writeWorkbook.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes a workbook as a single blob; the browser stores a large blob outside this thread's memory. */
export async function workbookBlob(sheets: readonly SheetToWrite[], deflate: Deflate): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of writeWorkbook(sheets, deflate)) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(chunks, { type: TYPE });
}
