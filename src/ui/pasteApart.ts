import type { ClipboardEvent } from 'react';

/**
 * Keeps pasted lines or words separate: an input drops line breaks, which would merge two ids into a third. The pasted
 * text replaces the input's content.
 */
export function pasteApart(event: ClipboardEvent<HTMLInputElement>, change: (text: string) => void): void {
  const text = event.clipboardData.getData('text').trim();
  if (!/\s/.test(text)) return;
  event.preventDefault();
  change(text.replace(/\s+/g, ' '));
}
