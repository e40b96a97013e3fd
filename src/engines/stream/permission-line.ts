/** What to write under `permissions` so that a thing is let in; `null` when no line lets it. */
import { isAbsolute } from 'node:path';

import { oneLine } from '../../words/text.ts';

export function networkLine(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'http:' || protocol === 'https:'
    ? `network: { allow: [${quoted(host)}] }`
    : null;
}

export function readLine(path: string): string | null {
  return isAbsolute(path) || path.startsWith('~/') ? `read: [${quoted(path)}]` : null;
}

/** @param path relative to the repository */
export function writeLine(path: string): string {
  return `write: [${quoted(path)}]`;
}

/** As YAML takes it between brackets. */
function quoted(text: string): string {
  const line = oneLine(text, 300);
  return /^[\w./~*][\w./~*-]*$/.test(line) ? line : JSON.stringify(line);
}
