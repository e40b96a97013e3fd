import { AppError } from '../words/errors.ts';
import type { CommandOptions, CommandCall } from './command.ts';

/** A whole number from 1 to `most` given as an option. */
export function readCount(
  options: CommandOptions,
  rule: { readonly name: string; readonly byDefault: number; readonly most: number },
): number {
  // `max-tokens` is `maxTokens`.
  const key = rule.name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
  const text = options.text(key);
  if (text === null) return rule.byDefault;
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= rule.most) return count;
  throw new AppError('usage', {
    code: 'bad-count',
    message: `--${rule.name} ${text} is not a whole number from 1 to ${rule.most}`,
    hint: `For example: --${rule.name} ${rule.byDefault}`,
  });
}

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

// A list that is cut says so, on stderr: also beside `--json`.

/** `note: 20 of 134; the rest: --all`. With `isCounted: false` there are `total` at least. */
export function tellCut(
  { terminal }: Pick<CommandCall, 'terminal'>,
  {
    shown,
    total,
    more,
    isCounted = true,
  }: {
    readonly shown: number;
    readonly total: number;
    readonly more: string;
    readonly isCounted?: boolean;
  },
): void {
  if (total <= shown) return;
  const [of, all] = [shown, total].map((count) => count.toLocaleString('en-US'));
  terminal.err(`note: ${of} of ${isCounted ? '' : 'at least '}${all}; the rest: ${more}\n`);
}
