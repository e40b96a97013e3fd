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
