/** Reading routines in tests: a workspace with an engine, a zone, and the real schedule check. */
import { checkSchedule } from '../../src/calendar/next.ts';
import {
  type DefinitionContext,
  DEFAULT_REVIEW,
  DEFAULT_DAEMON,
} from '../../src/routines/definition-context.ts';
import { parseRoutine } from '../../src/routines/parse-routine.ts';
import type { Routine } from '../../src/words/routine.ts';

export const context: DefinitionContext = {
  workspace: {
    name: 'shop',
    timezone: 'Europe/Berlin',
    engine: 'builtin',
    trackReports: false,
    diskFloorBytes: 500_000_000,
    engines: {},
    connections: [],
    budget: null,
    prices: [],
    sessionsOff: [],
    daemon: DEFAULT_DAEMON,
    review: DEFAULT_REVIEW,
    store: null,
    lines: { name: 1, timezone: 2, engine: 3, trackReports: null },
  },
  engines: ['builtin', 'command'],
  checkSchedule,
};

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export interface Given {
  readonly file?: string;
  readonly set?: readonly string[];
  readonly context?: DefinitionContext;
}

/** The routine, or one line a problem: `line:column code message | hint`. */
export function read(text: string | Uint8Array, given: Given = {}): Routine | readonly string[] {
  const reading = parseRoutine(
    {
      file: given.file ?? 'routines/x.yaml',
      bytes: typeof text === 'string' ? bytesOf(text) : text,
      overrides: given.set ?? [],
    },
    given.context ?? context,
  );
  return reading.kind === 'routine'
    ? reading.routine
    : reading.problems.map(
        ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} | ${hint}`,
      );
}

export function routineOf(text: string, given: Given = {}): Routine {
  const made = read(text, given);
  if (!('id' in made)) throw new Error(`not a routine:\n${made.join('\n')}`);
  return made;
}
