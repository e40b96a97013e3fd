import { AppError } from '../../words/errors.ts';

/** What preflight found; without it nothing can be planned. */
export function requireProgram(
  name: string,
  program: readonly string[],
): readonly [string, ...string[]] {
  const [first, ...rest] = program;
  if (first !== undefined) return [first, ...rest];
  throw new AppError('missing', {
    code: 'engine-missing',
    message: `${name} was not looked for before it was planned`,
    hint: 'Run it again.',
  });
}
