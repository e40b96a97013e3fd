/** What is known of an engine's program before it is looked for. */
import { AppError } from '../../words/errors.ts';
import type { EngineAbout, PlanRequest } from '../contract.ts';

export interface ProgramSpec {
  /** Its usual name on PATH. */
  readonly name: string;
  readonly about: Pick<EngineAbout, 'name' | 'install' | 'tested'>;
  /** The packages of npm that it comes in, its own first; none when it never does. */
  readonly packages: readonly string[];
  readonly real: RealProgram;
}

/** What a wrapper would start. The wrapper dies of a signal and leaves it behind, so it is started itself. */
export type RealProgram =
  /** The file that is found, with its links followed. */
  | { readonly kind: 'found' }
  /** In a package for this platform beside the wrapper's; paths below a `node_modules`, the first that is there counts. */
  | { readonly kind: 'native'; readonly paths: (target: Target) => readonly string[] }
  /** A file of the wrapper's own package, started by Node. */
  | {
      readonly kind: 'script';
      /** Relative to the package. */
      readonly path: string;
      readonly flags: readonly string[];
      /** The oldest Node that it runs on: `22.19.0`. */
      readonly node: string;
    };

/** As Node names them: `linux`, `darwin`; `x64`, `arm64`. */
export interface Target {
  readonly os: string;
  readonly cpu: string;
}

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
