import { AppError } from '../words/errors.ts';
import type { CommandOptions } from './command.ts';
import { readCount } from './read-count.ts';

/** How much of a list is shown: 20, `--limit N`, or with `--all` all of it. */
export function readLimit(options: CommandOptions): number {
  const limit = readCount(options, { name: 'limit', byDefault: 20, most: 100_000 });
  if (!options.flag('all')) return limit;
  if (options.text('limit') === null) return Infinity;
  throw new AppError('usage', {
    code: 'usage',
    message: '--all and --limit exclude each other',
    hint: 'Write one of them.',
  });
}
