import type { Engine } from '../contract.ts';
import type { ProgramSpec } from './program-spec.ts';

/** Of an engine with a program of its own. What looks for it is loaded late: supervisors never do. */
export function preflightOf(spec: ProgramSpec): Engine['preflight'] {
  return async (request) => (await import('./find-real-program.ts')).findRealProgram(spec, request);
}
