import { stripControls } from './text.ts';

/** For text and for attributes in quotes, and nothing taken out. */
export function htmlEntities(text: string): string {
  return /[&<>"'`]/.test(text) ? text.replace(/[&<>"'`]/g, (one) => ENTITIES[one] ?? '') : text;
}

/** The same; escape sequences, control characters and bidirectional marks are taken out. */
export function escapeHtml(text: string): string {
  return htmlEntities(stripControls(text));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};
