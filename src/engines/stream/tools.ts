import { isAbsolute } from 'node:path';

import { oneLine } from '../../words/text.ts';
import { textAt } from '../stream-fields.ts';

// Tools that were begun and have not ended, by the id that pairs the two.

export interface OpenTools {
  begin(id: string, name: string): void;
  /** The name that it began with, forgotten with this; `null` when no such tool is open. */
  end(id: string): string | null;
}

/** Of a stream that begins tools and ends none, so many are remembered. */
const MAX_OPEN = 10_000;

export function openTools(): OpenTools {
  const names = new Map<string, string>();
  return {
    begin: (id, name) => {
      if (names.size < MAX_OPEN) names.set(id, name);
    },
    end: (id) => {
      const name = names.get(id) ?? null;
      names.delete(id);
      return name;
    },
  };
}

// One line that says what a tool is to do, from its arguments: the command, the path.
const TELLING = [
  'command',
  'file_path',
  'filePath',
  'path',
  'url',
  'query',
  'pattern',
  'description',
  'text',
] as const;

export function toolSummary(input: unknown): string {
  for (const name of TELLING) {
    const found = textAt(input, name);
    if (found !== null && found !== '') return oneLine(found, 200);
  }
  return '';
}

// What to write under `permissions` so that a thing is let in; `null` when no line lets it.
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
