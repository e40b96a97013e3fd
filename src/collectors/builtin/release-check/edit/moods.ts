/** The form of the verb that entries begin with, and how to bring another into it where that is safe. Pure. */

export type Mood = 'imperative' | 'past' | 'present';

/** Base, past and third person of verbs that changes are told with; a word that is not here is left as it is. */
const VERBS: readonly Verb[] = [
  ...[
    'add',
    'adjust',
    'accept',
    'allow',
    'avoid',
    'clean',
    'convert',
    'correct',
    'detect',
    'document',
    'enforce',
    'expand',
    'expect',
    'extend',
    'extract',
    'handle+',
    'implement',
    'improve+',
    'include+',
    'increase+',
    'introduce+',
    'bump',
    'change+',
    'check',
    'close+',
    'configure+',
    'create+',
    'decrease+',
    'delete+',
    'deprecate+',
    'disable+',
    'drop*p',
    'emit*t',
    'enable+',
    'enhance+',
    'ensure+',
    'escape+',
    'export',
    'expose+',
    'ignore+',
    'limit',
    'load',
    'log*g',
    'merge+',
    'move+',
    'optimize+',
    'optimise+',
    'prefer*r',
    'preserve+',
    'prevent',
    'raise+',
    'reduce+',
    'refactor',
    'reject',
    'remove+',
    'rename+',
    'replace+',
    'report',
    'require+',
    'resolve+',
    'restore+',
    'return',
    'revert',
    'simplif~',
    'skip*p',
    'stop*p',
    'support',
    'switch^',
    'tighten',
    'unif~',
    'update+',
    'upgrade+',
    'use+',
    'validate+',
    'warn',
    'wrap*p',
    'fix^',
    'pass^',
    'process^',
    'clarif~',
    'verif~',
    'respect',
    'treat',
    'render',
    'display',
    'apply~',
    'retr~',
    'call',
    'cache+',
    'parse+',
    'publish^',
    'lower',
    'relax^',
    'revise+',
  ].map(formsOf),
  ['make', 'made', 'makes'],
  ['set', 'set', 'sets'],
  ['keep', 'kept', 'keeps'],
  ['run', 'ran', 'runs'],
  ['throw', 'threw', 'throws'],
  ['let', 'let', 'lets'],
  ['show', 'showed', 'shows'],
  ['hide', 'hid', 'hides'],
  ['split', 'split', 'splits'],
  ['send', 'sent', 'sends'],
  ['give', 'gave', 'gives'],
];

type Verb = readonly [base: string, past: string, present: string];

const FORMS: ReadonlyMap<string, readonly [mood: Mood, verb: Verb]> = new Map([
  ...VERBS.map((verb) => formOf('present', verb[2], verb)),
  ...VERBS.map((verb) => formOf('past', verb[1], verb)),
  // Last: `set` and `split` read as the imperative.
  ...VERBS.map((verb) => formOf('imperative', verb[0], verb)),
]);

function formOf(mood: Mood, form: string, verb: Verb): readonly [string, readonly [Mood, Verb]] {
  return [form, [mood, verb]];
}

/** `+` ends in e, `*x` doubles x, `^` takes -es, `~` ends in y. */
function formsOf(word: string): readonly [string, string, string] {
  const base = word.replace(/[+^]$|\*.$/, '').replace(/y?~$/, 'y');
  if (word.endsWith('~')) return [base, `${base.slice(0, -1)}ied`, `${base.slice(0, -1)}ies`];
  if (word.endsWith('+')) return [base, `${base}d`, `${base}s`];
  if (word.endsWith('^')) return [base, `${base}ed`, `${base}es`];
  const doubled = /\*(.)$/.exec(word)?.[1] ?? '';
  return [base, `${base}${doubled}ed`, `${base}s`];
}

/** Of the first word; `null` for one that says none. */
export function moodOf(words: string): Mood | null {
  return FORMS.get(firstWord(words).toLowerCase())?.[0] ?? null;
}

/** Only the first word changes, and only one whose forms are certain. */
export function inMood(words: string, mood: Mood): string {
  const first = firstWord(words);
  const verb = FORMS.get(first.toLowerCase())?.[1];
  if (verb === undefined) return words;
  const form = verb[mood === 'imperative' ? 0 : mood === 'past' ? 1 : 2];
  const upper = first[0] !== first[0]?.toLowerCase();
  return `${upper ? `${form[0]?.toUpperCase() ?? ''}${form.slice(1)}` : form}${words.slice(first.length)}`;
}

/** A word that a blank ends; what is joined to something else is not a verb. */
function firstWord(words: string): string {
  return /^[A-Za-z]{2,14}(?= )/.exec(words)?.[0] ?? '';
}
