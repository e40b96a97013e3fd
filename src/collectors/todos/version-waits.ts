/**
 * What a note waits for: a version of the project (`remove in 2.0`) or a runtime that the project no longer has to support
 * (`after Node 18`, `MSRV 1.81`, `TODO (PY311)`). Pure.
 */
export interface VersionWait {
  /** `project`, one of the runtimes, or the name of some project in lower case, which may be this one. */
  readonly of: string;
  /** Of a runtime, as people write it: `Node`; else empty. */
  readonly name: string;
  /** `null`: the next major version, whichever that is. */
  readonly version: string | null;
  /** It is over once the version is no longer supported, not when it is required. */
  readonly dropped: boolean;
  /** Nothing but the version says that it is to come: it counts where it has not come yet. */
  readonly weak: boolean;
}

const RUNTIMES: readonly (readonly [id: string, name: string, pattern: string])[] = [
  ['node', 'Node', 'node(?:\\.?js)?'],
  ['python', 'Python', 'python|cpython|py'],
  ['php', 'PHP', 'php'],
  ['ruby', 'Ruby', 'ruby'],
  ['go', 'Go', 'go(?:lang)?'],
  ['rust', 'Rust', 'rust(?:c)?|msrv'],
  ['java', 'Java', 'java|jdk|jvm'],
  ['kotlin', 'Kotlin', 'kotlin'],
  ['swift', 'Swift', 'swift'],
  ['elixir', 'Elixir', 'elixir'],
  ['otp', 'OTP', '(?:erlang\\/)?otp'],
  ['dotnet', '.NET', '\\.net|dotnet|net'],
  ['typescript', 'TypeScript', 'typescript|ts'],
];

const VERSION = '(\\d{1,4}(?:\\.\\d{1,4}){0,3})(?:\\.x)?';
const BETWEEN = '(?:\\s+(?:version|release|versions))?\\s*(?:[<>]=?|≥|is|to|at least|[:=])?\\s*v?';
/** Words that make of a version a time to come. */
const WHEN =
  /\b(?:after|when|once|until|till|as soon as|whenever|starting (?:with|from)|requires?|required|min(?:imum|imal)?|msrv|bump\w*|raise\w*|upgrad\w+|updat\w+|only|drop\w*|no longer|stop\w*|end[- ]of[- ]life|eol|remov\w+|delet\w+|replac\w+|switch\w*|available|depend)\b/i;
/** Right before a version, and right behind it. */
const DROPPED_BEFORE =
  /\b(?:drop\w*|no longer support\w*|no longer need\w* to support|(?:do(?:es)?|wo)n['’]t (?:need to |have to )?support|(?:do|does|will) not (?:need to |have to )?support|stop\w* (?:support|test)\w*|remov\w+ support|end[- ]of[- ]life|eol|unsupported)\s+(?:(?!(?:when|once|after|until|till|if|as)\b)\w+\s+){0,3}$/i;
const DROPPED_AFTER =
  /^\+?\s*(?:support\s+)?(?:is|are|gets?|becomes?|reaches|goes|hits)?\s*(?:\w+\s+)?(?:dropped|eol|end[- ]of[- ]life|gone|away|no longer|unsupported|removed)\b/i;
/** Another program that learns to run on it: the project need not ask for it then. */
const OTHERS_BEFORE = /(?<!\b(?:longer|only)\s+)\bsupports\s+(?:for\s+)?$/i;
const OTHERS_AFTER = /^\+?\s*(?:is|are|gets?|becomes?)\s+(?:\w+ly\s+)?supported\b/i;
const PREPOSITION = /\b(?:in|on|for|with|by|from|to|at|under)\s+$/i;
const FOLLOWS =
  /^\+?\s*(?:is|becomes?|are|as)\b.*\b(?:min\w*|required|default|available|released|lowest|oldest)\b/i;
const ACT =
  /\b(?:remov\w+|drop\w*|delet\w+|deprecat\w+|get rid|clean\w*|kill|renam\w+|replac\w+|switch\w*|chang\w+|flip|revisit|enabl\w+|disabl\w+|mak(?:e|ing)|rais\w+|throw\w*|error\w*|mov\w+|break\w*|stop\w*|simplif\w+|merg\w+|unif\w+|convert\w*|turn\w*|default\w*|requir\w+|inlin\w+|hid\w+|expos\w+|reconsider|us(?:e|ing)|strip|bump|migrat\w+|refactor\w*|breaking|rework|rethink|consider)\b/i;
/** `in 2.0`, `on v1.20`, `for version 3`: a bare number of one part needs the `v` or the word. */
const RELEASE = new RegExp(
  '(?:^|\\b(?:in|on|by|for|at|with|after|until|till|once|when|from|as of|before|we (?:hit|reach|release|ship|get to|go to|are (?:at|on))|to)\\s+)' +
    '(?:(?:the|our|a)\\s+)?(?:(?:next|major)\\s+)?' +
    // `LuaRocks 4.0`: whose version it is, where that is said.
    '(?:(?<=\\s)(?!(?:version|release|major|v)\\b)([a-z][\\w.-]*)\\s+)?' +
    '(?:(?:version|release|major|v\\.?)\\s*(\\d{1,3}(?:\\.\\d{1,3}){0,3})|(\\d{1,3}(?:\\.\\d{1,3}){1,3}))(?:\\.x)?\\b(?!\\s*(?:%|ms|s|seconds|minutes|MB|KB|GB|px|bytes)\\b)',
  'gi',
);
const NEXT_MAJOR =
  /\b(?:in|on|for|at|with|until|by)\s+(?:the\s+|a\s+)?(?:next|new|future)\s+(?:semver[- ]?)?(?:major|breaking)\b|\bnext (?:major (?:version|release|bump)|breaking (?:change|release|version))\b|\bin (?:a )?future (?:release|version)s?\b|\bsemver[- ]major\b|\b(?:after|with|in|at|on) (?:the |a )?breaking(?:[- ]changes?)? releases?\b/i;
/** A release that the next patch is none of. */
const NEXT_SEMVER = /\bnext semver(?: (?:major|breaking|incompatible))? release\b/i;
const PAST =
  /\b(?:since|was|were|introduced|added|broken|fails?|crash\w*|bug|fixed|changed|like|as|appeared)\s*$/i;
/** `TODO(v3): …`, `TODO (2.0)`, `TODO v4:`. */
const TAG = /^\s*[([]?\s*v?(\d{1,3}(?:\.\d{1,3}){1,3}|(?<=v)\d{1,3})\s*[)\]:]/i;

/** @param words of a note, with the parentheses behind its marker */
export function versionWait(words: string): VersionWait | null {
  const tag = runtimeTag(words);
  if (tag !== null) return tag;
  return (
    sentencesOf(words)
      .map((one) => waitOf(one))
      .find((one) => one !== null) ?? ownTag(words)
  );
}

/** Whether it is one of those whose oldest supported version manifests tell. */
export function isRuntime(of: string): boolean {
  return RUNTIMES.some(([id]) => id === of);
}

function waitOf(sentence: string): VersionWait | null {
  return runtimeWait(sentence) ?? projectWait(sentence);
}

/** Most sentences name none of them with a number: one look in place of many. */
const ANY_RUNTIME = new RegExp(
  `(?<![\\w.-])(?:${RUNTIMES.map(([, , pattern]) => pattern).join('|')})${BETWEEN}\\d`,
  'i',
);

function runtimeWait(sentence: string): VersionWait | null {
  if (!ANY_RUNTIME.test(sentence)) return null;
  for (const [of, name, pattern] of RUNTIMES) {
    const places = new RegExp(`(?<![\\w.-])(?:${pattern})${BETWEEN}${VERSION}\\+?(?![\\w-])`, 'gi');
    for (const found of sentence.matchAll(places)) {
      const [whole, version = ''] = found;
      const before = sentence.slice(0, found.index);
      const after = sentence.slice(found.index + whole.length);
      const acts = ACT.test(sentence) && PREPOSITION.test(before);
      if (OTHERS_BEFORE.test(before) || OTHERS_AFTER.test(after)) break;
      const dropped = DROPPED_BEFORE.test(before) || DROPPED_AFTER.test(after);
      const isFloor = /^msrv/i.test(whole);
      if (isFloor || WHEN.test(before) || FOLLOWS.test(after) || acts || dropped)
        return { of, name, version, dropped, weak: false };
      if (PREPOSITION.test(before)) return { of, name, version, dropped, weak: true };
    }
  }
  return null;
}

function projectWait(sentence: string): VersionWait | null {
  const project = { of: 'project', name: '', dropped: false };
  if (NEXT_SEMVER.test(sentence) || (NEXT_MAJOR.test(sentence) && ACT.test(sentence))) {
    return { ...project, version: null, weak: false };
  }
  for (const found of sentence.matchAll(RELEASE)) {
    const [, owner, worded, plain] = found;
    const version = worded ?? plain;
    if (version === undefined) continue;
    // `crashes in 1.8 since …` tells of the past.
    if (PAST.test(sentence.slice(0, found.index))) continue;
    const of = owner?.toLowerCase() ?? project.of;
    return { ...project, of, version, weak: !ACT.test(sentence) };
  }
  return null;
}

/** `PY311`, `py38`, `PHP 8.2`, `GO1.22`, `MSRV 1.81` in the parentheses behind the marker, or first in the text. */
function runtimeTag(text: string): VersionWait | null {
  const inside =
    /^\s*[([]\s*([^()[\]]{2,30})\s*[)\]]/.exec(text)?.[1] ??
    /^\s*(MSRV\s*:?\s*\d[\d.]*)/i.exec(text)?.[1];
  if (inside === undefined) return null;
  for (const [id, name, pattern] of RUNTIMES) {
    const found = new RegExp(
      `^(?:${pattern})[ -]?(?:>=?\\s*)?v?(\\d)\\.?(\\d{1,2})?(\\.\\d+)?\\+?$`,
      'i',
    ).exec(inside.trim());
    if (found === null) continue;
    const [, major = '', minor, patch = ''] = found;
    // `node18` and `java17` have one part, `py311` and `php82` two without a dot.
    const whole = ['node', 'java', 'otp'].includes(id) && !inside.includes('.');
    const version =
      minor === undefined ? major : whole ? `${major}${minor}` : `${major}.${minor}${patch}`;
    return { of: id, name, version, dropped: false, weak: false };
  }
  const msrv = /^MSRV\s*:?\s*(\d+\.\d+(?:\.\d+)?)/i.exec(inside);
  return msrv?.[1] === undefined
    ? null
    : { of: 'rust', name: 'Rust', version: msrv[1], dropped: false, weak: false };
}

function ownTag(words: string): VersionWait | null {
  const version = TAG.exec(words)?.[1];
  return version === undefined
    ? null
    : { of: 'project', name: '', version, dropped: false, weak: false };
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?;])\s+(?=[A-Z])/);
}
