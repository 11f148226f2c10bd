import type { ClipboardEvent } from 'react';

/**
 * Keeps apart what is pasted in several lines or words: an input drops line ends, and two ids run together would be a third
 * one. The text takes the place of what the input held.
 */
export function pasteApart(event: ClipboardEvent<HTMLInputElement>, change: (text: string) => void): void {
  const text = event.clipboardData.getData('text').trim();
  if (!/\s/.test(text)) return;
  event.preventDefault();
  change(text.replace(/\s+/g, ' '));
}
