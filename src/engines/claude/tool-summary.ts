import { oneLine } from '../../words/text.ts';
import { textField, type Fields } from '../stream-fields.ts';

/** What tells most about a call, the first that is there. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'skill',
  'description',
] as const;

/** One line: the command, the path. */
export function toolSummary(input: Fields): string {
  for (const name of TELLING) {
    const value = textField(input, name);
    if (value !== null && value.trim() !== '') return oneLine(value.slice(0, 2000), 200);
  }
  return '';
}
