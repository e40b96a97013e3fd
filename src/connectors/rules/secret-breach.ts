/** What is said of a secret that stands in a definition itself: where, and never which. Pure. */
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';

export const SECRET_HEADER = 'Put it into `token`, and `{secret}` into a header.';

export function secretBreach(
  path: NodePath,
  what: string,
  hint = 'Put it into a variable or a file, and write `env:NAME` or `file:PATH` here.',
): RuleBreach {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return {
    path,
    code: 'secret-in-text',
    message: `\`${oneLine(name, 100)}\` ${what}, and secrets never belong in this file (it is not repeated here)`,
    hint: `${hint} Then have a new one made: this one was written down.`,
  };
}
