/** What could stand at the cursor, from the declarations of the commands alone. Pure. */
import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  ValueSource,
  WordDeclaration,
} from '../command.ts';

export interface Candidate {
  readonly value: string;
  /** One line for shells that show it; may be empty. */
  readonly text: string;
}

export interface CompletionPlan {
  /** Known words: commands, verbs, options. */
  readonly candidates: readonly Candidate[];
  /** What else is to be looked up. */
  readonly sources: readonly ValueSource[];
  /** The words of the command that stand before the cursor: what a value depends on. */
  readonly words: readonly string[];
  /** Stands before the value within the word: `--from=`. */
  readonly prefix: string;
}

export interface CompletionRequest {
  readonly commands: readonly TopCommand[];
  /** The words between the program's name and the cursor's. */
  readonly before: readonly string[];
  readonly current: string;
}

const NOTHING: CompletionPlan = { candidates: [], sources: [], words: [], prefix: '' };

export const GLOBAL_FLAGS: readonly OptionDeclaration[] = [
  { flags: '--json', text: 'one JSON document on stdout' },
  { flags: '-C <folder>', text: 'run in this folder', values: 'folder' },
  { flags: '--verbose', text: 'every step of a run; stack traces' },
  { flags: '--no-color', text: 'plain text' },
  { flags: '-h, --help', text: 'help on the program or a command' },
];

export function planCompletion(request: CompletionRequest): CompletionPlan {
  const read = readWords(request);
  const { current } = request;
  const { words } = read;
  if (read.awaiting !== null) return { ...NOTHING, words, sources: listOf(read.awaiting.values) };
  const equals = current.indexOf('=');
  if (!read.wordsOnly && current.startsWith('--') && equals > 0) {
    const option = read.options.find((one) => namesOf(one).includes(current.slice(0, equals)));
    const prefix = current.slice(0, equals + 1);
    return { ...NOTHING, words, sources: listOf(option?.values), prefix };
  }
  if (!read.wordsOnly && current.startsWith('-')) {
    return { ...NOTHING, candidates: flagCandidates(read) };
  }
  return wordPlan(request, read);
}

interface ReadWords {
  /** The innermost command or verb that was named. */
  readonly command: CommandDeclaration | null;
  /** What stands of its words already. */
  readonly words: readonly string[];
  readonly options: readonly OptionDeclaration[];
  readonly given: ReadonlySet<string>;
  /** The option whose value stands at the cursor. */
  readonly awaiting: OptionDeclaration | null;
  /** After `--`. */
  readonly wordsOnly: boolean;
  readonly helpOn: boolean;
}

function readWords({ commands, before }: CompletionRequest): ReadWords {
  let read: ReadWords = {
    command: null,
    words: [],
    options: GLOBAL_FLAGS,
    given: new Set(),
    awaiting: null,
    wordsOnly: false,
    helpOn: false,
  };
  for (const word of before) read = readWord(read, word, commands);
  return read;
}

function readWord(read: ReadWords, word: string, commands: readonly TopCommand[]): ReadWords {
  if (read.awaiting !== null) return { ...read, awaiting: null };
  if (!read.wordsOnly && word === '--') return { ...read, wordsOnly: true };
  if (!read.wordsOnly && word.startsWith('-')) {
    const [name = ''] = word.split('=', 1);
    const option = read.options.find((one) => namesOf(one).includes(name)) ?? null;
    const takesValue = option !== null && option.flags.includes('<') && !word.includes('=');
    return {
      ...read,
      given: new Set([...read.given, ...(option === null ? [] : namesOf(option))]),
      awaiting: takesValue ? option : null,
    };
  }
  if (read.command === null && word === 'help') return { ...read, helpOn: true };
  const inside = read.command === null ? commands : (read.command.verbs ?? []);
  const named = read.words.length === 0 ? inside.find(({ name }) => name === word) : undefined;
  if (named === undefined) return { ...read, words: [...read.words, word] };
  return { ...read, command: named, options: [...(named.options ?? []), ...GLOBAL_FLAGS] };
}

function wordPlan({ commands }: CompletionRequest, read: ReadWords): CompletionPlan {
  const { command, helpOn } = read;
  const count = read.words.length;
  if (command === null) {
    if (count > 0) return NOTHING;
    const help = helpOn ? [] : [{ value: 'help', text: 'Help on a command' }];
    return { ...NOTHING, candidates: [...commands.map(toCandidate), ...help] };
  }
  const verbs = count === 0 ? (command.verbs ?? []).map(toCandidate) : [];
  if (helpOn) return { ...NOTHING, candidates: verbs };
  const word = wordAt(command.words ?? [], count);
  return { ...NOTHING, candidates: verbs, words: read.words, sources: listOf(word?.values) };
}

/** The last word repeats when it is written with dots. */
function wordAt(words: readonly WordDeclaration[], position: number): WordDeclaration | undefined {
  const last = words.at(-1);
  return words[position] ?? (last?.syntax.includes('...') === true ? last : undefined);
}

function flagCandidates({ options, given }: ReadWords): readonly Candidate[] {
  return options.flatMap((option) => {
    const names = namesOf(option);
    const again = option.repeatable === true || !names.some((name) => given.has(name));
    return again ? names.map((value) => ({ value, text: option.text })) : [];
  });
}

/** `-f, --follow` → both names. */
function namesOf({ flags }: OptionDeclaration): readonly string[] {
  return flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

function toCandidate({ name, summary }: CommandDeclaration): Candidate {
  return { value: name, text: summary };
}

function listOf(values: ValueSource | readonly ValueSource[] | undefined): readonly ValueSource[] {
  if (values === undefined) return [];
  return typeof values === 'string' ? [values] : values;
}

// What completion offers at the cursor.
export interface Offer {
  readonly candidates: readonly Candidate[];
  /** `nospace`: the value continues. `files`, `folders`: the shell knows better. */
  readonly directive: 'words' | 'nospace' | 'files' | 'folders';
}
