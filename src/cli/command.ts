/**
 * The contract of a command: declared as data, loaded when it is called.
 *
 * A command writes its result to `terminal.out` (with `--json` exactly one document), everything else to
 * `terminal.err`, and gives the exit code back; it throws an AppError for whatever it cannot do. Only
 * `main.ts` sets the exit code.
 */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Terminal } from '../platform/terminal.ts';
import type { WarmSupervisor } from '../workspace/contract.ts';

export interface CommandCall {
  readonly terminal: Terminal;
  readonly env: Environment;
  /** Who types; recorded with what is decided. */
  readonly actor: string;
  readonly clock: Clock;
  /** Where the user stands, or what `-C` says; absolute. */
  readonly folder: string;
  /** Where the user stands, whatever `-C` says: paths are shown as one would type them there. */
  readonly standing: string;
  readonly json: boolean;
  /** The words after the command that are not options. */
  readonly words: readonly string[];
  readonly options: CommandOptions;
  /** Waits for a run; the code that started it ends it when no run comes. */
  readonly supervisor: WarmSupervisor | null;
}

/** What was given, by the long name in camelCase (`older-than` is `olderThan`). */
export interface CommandOptions {
  flag(name: string): boolean;
  text(name: string): string | null;
  list(name: string): readonly string[];
}

/** Gives the exit code. */
export type Command = (call: CommandCall) => Promise<number>;

export type HelpGroup = 'Begin' | 'Routines' | 'Runs' | 'Inbox' | 'Branches' | 'Operate';

export interface CommandDeclaration {
  readonly name: string;
  readonly summary: string;
  /** Said under the summary in the command's own help. */
  readonly about?: string;
  readonly words?: readonly WordDeclaration[];
  readonly options?: readonly OptionDeclaration[];
  readonly examples: readonly string[];
  /** Verbs of a plural noun; without one, the noun itself is called and lists. */
  readonly verbs?: readonly CommandDeclaration[];
  load(): Promise<Command>;
}

export interface TopCommand extends CommandDeclaration {
  /** Its group in `help --all`; the first page of the help is `output/front-page.ts`. */
  readonly group: HelpGroup;
}

/** What completion offers for a word or for the value of an option. */
export type ValueSource =
  | 'routine'
  | 'run'
  | 'connection'
  | 'finding'
  | 'proposal'
  | 'session'
  | 'session-engine'
  | 'decision'
  | 'search-kind'
  | 'knowledge'
  | 'item'
  | 'change-set'
  | 'branch'
  | 'landing'
  | 'discarded-branch'
  | 'comment'
  | 'schema'
  | 'setting'
  | 'any-setting'
  | 'input'
  | 'template'
  | 'engine'
  | 'timezone'
  | 'shell'
  | 'file'
  | 'folder';

export interface WordDeclaration {
  /** commander's notation: `<run>`, `[routine]`, `[file...]`. */
  readonly syntax: string;
  readonly text: string;
  readonly values?: ValueSource | readonly ValueSource[];
}

export interface OptionDeclaration {
  /** commander's notation: `--set <key=value>`, `-f, --follow`. */
  readonly flags: string;
  readonly text: string;
  /** May be given more than once; read with `list`. */
  readonly repeatable?: true;
  readonly values?: ValueSource | readonly ValueSource[];
}
