/** Decisions and knowledge: one set of commands under two names. */
import type { NoteKind } from '../../words/note.ts';
import type {
  CommandDeclaration,
  OptionDeclaration,
  TopCommand,
  WordDeclaration,
} from '../command.ts';
import { NEEDED_REASON } from './reason-options.ts';

interface NoteNoun {
  readonly kind: NoteKind;
  readonly name: 'decisions' | 'knowledge';
  /** What one is called in a sentence. */
  readonly one: string;
  readonly id: string;
  readonly summary: string;
  readonly example: string;
}

const DECISIONS: NoteNoun = {
  kind: 'decision',
  name: 'decisions',
  one: 'a decision',
  id: 'D-3',
  summary: 'List decisions; runs get the approved ones',
  example: '"Dates are UTC" --text "Store instants in UTC; zones belong to the edge."',
};

const KNOWLEDGE: NoteNoun = {
  kind: 'knowledge',
  name: 'knowledge',
  one: 'a piece of knowledge',
  id: 'K-3',
  summary: 'List knowledge; runs get what is approved',
  example: '"Tests need Redis" --text "Start it with: docker compose up redis" --path "test/**"',
};

const TEXT: readonly OptionDeclaration[] = [
  { flags: '--text <text>', text: 'what it says; without it, your editor opens' },
  { flags: '--file <path>', text: 'the same from a file, - for standard input', values: 'file' },
];
const ALL: OptionDeclaration = {
  flags: '--all',
  text: 'all that wait; with words, all that these runs or routines proposed',
};
const PATHS: OptionDeclaration = {
  flags: '--path <pattern>',
  text: 'files that it is about, as in .gitignore (default: everything)',
  repeatable: true,
};

export const noteCommands: readonly TopCommand[] = [DECISIONS, KNOWLEDGE].map((noun) => ({
  name: noun.name,
  group: 'Inbox',
  summary: noun.summary,
  about:
    'Agents propose; people approve, edit or reject. Runs get only what is approved. Each change is a version; earlier ' +
    'ones are kept. Possible contradictions and outdated notes are marked.',
  options: [{ flags: '--all', text: 'also the rejected and retired ones' }],
  examples: [`roundsman ${noun.name}`, `roundsman ${noun.name} add ${noun.example}`],
  verbs: [...lookVerbs(noun), ...verdictVerbs(noun)],
  load: async () => (await import('../commands/notes/list.ts')).noteList(noun.kind),
}));

function lookVerbs(noun: NoteNoun): readonly CommandDeclaration[] {
  const { kind, name, one, id } = noun;
  return [
    {
      name: 'show',
      summary: 'Show one with its versions and conflicts',
      words: [idWord(noun)],
      examples: [`roundsman ${name} show ${id}`],
      load: async () => (await import('../commands/notes/list.ts')).noteShow(kind),
    },
    {
      name: 'add',
      summary: `Write down ${one}; it counts at once`,
      words: [{ syntax: '<title...>', text: 'one line that names it' }],
      options: [
        ...TEXT,
        { flags: '--reason <text>', text: 'why it is so' },
        PATHS,
        replacesOption(noun),
        { flags: '--propose', text: 'propose it; it waits for approval' },
      ],
      examples: [`roundsman ${name} add ${noun.example}`],
      load: async () => (await import('../commands/notes/add.ts')).noteAdd(kind),
    },
    {
      name: 'edit',
      summary: 'Edit one; earlier versions are kept',
      words: [idWord(noun)],
      options: [
        { flags: '--title <text>', text: 'another title' },
        ...TEXT,
        { flags: '--reason <text>', text: 'another reason' },
        { ...PATHS, text: 'other files that it is about; ** for everything' },
      ],
      examples: [`roundsman ${name} edit ${id}`, `roundsman ${name} edit ${id} --text "…"`],
      load: async () => (await import('../commands/notes/add.ts')).noteEdit(kind),
    },
  ];
}

function verdictVerbs(noun: NoteNoun): readonly CommandDeclaration[] {
  const { kind, name, id } = noun;
  return [
    {
      name: 'approve',
      summary: 'Approve it: later runs get it',
      words: [idsWord(noun)],
      options: [
        ALL,
        { flags: '--reason <text>', text: 'why' },
        replacesOption(noun),
        {
          flags: '--content <hash>',
          text: 'only if this is its content hash, as `show` prints it',
        },
      ],
      examples: [`roundsman ${name} approve ${id}`, `roundsman ${name} approve --all todo-sweep`],
      load: async () => (await import('../commands/notes/decide.ts')).noteApprove(kind),
    },
    {
      name: 'reject',
      summary: 'Reject a proposed one; it is not proposed again',
      words: [idsWord(noun)],
      options: [ALL, NEEDED_REASON],
      examples: [`roundsman ${name} reject ${id} --reason "only true of the old API"`],
      load: async () => (await import('../commands/notes/decide.ts')).noteReject(kind),
    },
    {
      name: 'retire',
      summary: 'Retire one; later runs no longer get it',
      words: [idsWord(noun, '<id...>')],
      options: [NEEDED_REASON],
      examples: [`roundsman ${name} retire ${id} --reason "the module is gone"`],
      load: async () => (await import('../commands/notes/decide.ts')).noteRetire(kind),
    },
  ];
}

function idWord({ kind, name }: NoteNoun): WordDeclaration {
  return { syntax: '<id>', text: `as \`roundsman ${name}\` shows it`, values: kind };
}

function idsWord({ kind, name }: NoteNoun, syntax = '[id...]'): WordDeclaration {
  return { syntax, text: `ids as \`roundsman ${name}\` shows them`, values: kind };
}

function replacesOption({ kind, id }: NoteNoun): OptionDeclaration {
  return {
    flags: '--replaces <id>',
    text: `the one it replaces: ${id}`,
    values: kind,
  };
}
