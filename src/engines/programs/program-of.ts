import { AppError } from '../../words/errors.ts';
import type { PlanRequest } from '../contract.ts';

/** What preflight found, to be started. */
export function programOf({
  program,
  agent,
}: Pick<PlanRequest, 'program' | 'agent'>): readonly [string, ...string[]] {
  const [first, ...rest] = program;
  if (first !== undefined) return [first, ...rest];
  throw new AppError('missing', {
    code: 'engine-missing',
    message: `no program was found for the engine ${agent.engine}`,
    hint: 'roundsman agents says what is missing.',
  });
}
