import { AppError } from '../words/errors.ts';
import type { CommandOptions } from './command.ts';

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
