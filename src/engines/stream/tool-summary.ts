/** One line that says what a tool is to do, from its arguments: the command, the path. */
import { oneLine } from '../../words/text.ts';
import { textAt } from './fields.ts';

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
