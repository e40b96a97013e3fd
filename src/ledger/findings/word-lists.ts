/** Words as people use them in findings: which say nothing, which say the same, and which say the opposite. English. */
import { once } from '../../words/once.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const STOP_WORDS: ReadonlySet<string> = new Set(
  list(`a an the this that these those it its they them their there here of in on at to into onto for from by with as is
  are was were be been being am do does did has have had and or but so if then than when while once until unless where
  which who whose what how may might can could should would will shall must still also just even only already yet very
  too more most all any each every both some such other another own out up off down over under again about through per
  via gets get got makes make made makes gives give given way ways thing things one ones you we i he she his her our your
  while because since though although however get's it's isn doesn don won s t re`),
);

/** They stand in findings of every kind. */
const GENERIC =
  list(`function code file error test value call use never not todo fixme hack check type class variable parameter field
  line wrong fail affect carry contain ship break problem issue bug can need user data name set list report find call run ownsymbol`);

const CONCEPTS: readonly (readonly string[])[] = [
  list(
    'not no never without lacks lack lacking missing misses absent none cannot cant lost unable nothing nobody',
  ),
  list('bound limit cap ceiling upper maximum-of unbounded endless infinite forever ever'),
  list('hardcoded hardcode hardwired'),
  list('crash panic abort'),
  list('slow sluggish slowly slowness'),
  list('outdated stale obsolete outofdate'),
  list('exception error'),
  list('swallow swallows ignore ignores suppress discard discards hides'),
  list('customer client-of-ours'),
  list('unused unreferenced dead'),
  list('doc docs documentation manual'),
  list('config configuration settings setting'),
  list('repo repository'),
  list('dependency package library'),
  list('vulnerable vulnerability insecure'),
  list('db database'),
  list('param parameter argument'),
  list('method function func'),
  list('flaky intermittent unstable nondeterministic'),
  list('duplicate duplicates duplicated copy copied twice-over'),
  list('secret secrets credential credentials'),
  list('remove delete drop erase'),
  list('big large huge'),
  list('close closed closing'),
  list('affected affect affects vulnerable-to'),
  list('compare comparison compared comparing'),
  list('write written writes wrote'),
  list('keep kept store stored holds hold'),
  list('send sent sends'),
  list('leak leaks leaking'),
  list('unreachable reached reach'),
  list('contradict contradicts disagree'),
  list('join joined joining concatenate concatenated'),
  list('catastrophic badly'),
  list('read reads reading'),
  list('say says tell tells advise advises report reports'),
  list('expire expires expiry'),
  list('finished released'),
  list('parse parser parsing'),
  list('fail failure fails failing'),
  list('schedule scheduled scheduling'),
];

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['request', 'response'],
  ['upload', 'download'],
  ['import', 'export'],
  ['minimum', 'maximum'],
  ['min', 'max'],
  ['before', 'after'],
  ['first', 'last'],
  ['read', 'write'],
  ['encode', 'decode'],
  ['encoding', 'decoding'],
  ['add', 'remove'],
  ['client', 'server'],
  ['start', 'stop'],
  ['start', 'end'],
  ['open', 'close'],
  ['enable', 'disable'],
  ['login', 'logout'],
  ['get', 'post'],
  ['get', 'put'],
  ['get', 'delete'],
  ['post', 'put'],
  ['post', 'delete'],
  ['android', 'ios'],
  ['left', 'right'],
  ['top', 'bottom'],
  ['inbound', 'outbound'],
  ['input', 'output'],
  ['source', 'target'],
  ['sender', 'receiver'],
  ['encrypt', 'decrypt'],
  ['push', 'pull'],
  ['lock', 'unlock'],
  ['subscribe', 'unsubscribe'],
  ['install', 'uninstall'],
  ['increase', 'decrease'],
  ['staging', 'production'],
  ['windows', 'macos'],
  ['windows', 'linux'],
  ['linux', 'macos'],
];

/** Of each of these lists, who names one means none of the others. */
const ONE_OF: readonly (readonly string[])[] = [
  list(`arabic chinese czech danish dutch english finnish french german greek hebrew hindi hungarian italian japanese
  korean norwegian polish portuguese romanian russian spanish swedish thai turkish ukrainian vietnamese`),
  list('monday tuesday wednesday thursday friday saturday sunday'),
  list('chrome firefox safari'),
];

export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  list('two three four five six seven eight nine ten eleven twelve').map((word, at) => [
    word,
    String(at + 2),
  ]),
);

/** Two words that mean one thing together; and what only means something with its hyphen. */
export function joinedPairs(text: string): string {
  return text
    .replaceAll(/\b(log|sign)(?:s|ged|ging|ned|ning)?[ -](in|out|on|off)\b/g, 'log$2')
    .replaceAll(/\bhard[ -]?cod(?:ed|ing|e)\b/g, 'hardcoded')
    .replaceAll(/\bout[ -]of[ -]date\b/g, 'outdated')
    .replaceAll(/\bnever used\b/g, 'unused')
    .replaceAll(/\b(?:without|no) regard (?:to|for)\b/g, 'ignores')
    .replaceAll(/\bcan't\b/g, 'cannot')
    .replaceAll(/n['’]t\b/g, ' not');
}

/** One form for a word: a root, or the word that stands for all that mean the same. */
export function conceptOf(word: string): string {
  const stem = stemOf(word);
  return byStem().get(word) ?? byStem().get(stem) ?? stem;
}

/** In the form of `conceptOf`. */
export function antonymsOf(form: string): readonly string[] {
  return antonyms().get(form) ?? [];
}

/** A light one: it takes endings off and never looks a word up. */
function stemOf(word: string): string {
  const bare = word.replace(/['’](?:s|re|ve|ll|d)?$/, '').replaceAll(/['’]/g, '');
  if (bare.length < 4) return bare;
  const cut = bare
    .replace(/(?:sses)$/, 'ss')
    .replace(/ies$/, 'y')
    .replace(/(?<=\p{L}{3})(?:ations?|ings?|edly|ed|ly)$/u, '')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\p{L}{2})e$/u, '');
  return cut.length < 3 ? bare : cut.replace(/([^aeious])\1$/, '$1');
}

// Made at first use: most commands load this file and compare no titles.
const byStem = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      CONCEPTS.flatMap(([first = '', ...others]) =>
        [first, ...others].flatMap((word) => [
          [word, stemOf(first)] as const,
          [stemOf(word), stemOf(first)] as const,
        ]),
      ),
    ),
);

export const genericWords = once((): ReadonlySet<string> => new Set(GENERIC.map(conceptOf)));

const antonyms = once((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const groups = ONE_OF.flatMap((all) =>
    all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const)),
  );
  for (const [a, b] of [...OPPOSITES, ...groups]) {
    const [one, other] = [conceptOf(a), conceptOf(b)];
    found.set(one, [...(found.get(one) ?? []), other]);
    found.set(other, [...(found.get(other) ?? []), one]);
  }
  return found;
});
