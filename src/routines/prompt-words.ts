/**
 * What a prompt holds, judged by its words. It errs on the side of silence: what could be a place or a measure
 * counts as one, and a prompt that is not in English is not judged.
 */

export interface PromptTraits {
  readonly words: number;
  /** A path, a file, a command, or things of a repository by their name. */
  readonly hasPlace: boolean;
  /** What is handed in, or when it is done. */
  readonly hasMeasure: boolean;
  /** It orders changes to files that are more than documents. */
  readonly asksForChanges: boolean;
  /** The first command it names in backticks, such as `npm test`. */
  readonly command: string | null;
}

const MOST = 20_000;

/** `null` for what cannot be judged: another language, or a template. */
export function readPromptTraits(prompt: string): PromptTraits | null {
  const text = prompt.slice(0, MOST);
  if (text.includes('{{') || !ENGLISH.test(text)) return null;
  const paths = text.match(PATH) ?? [];
  return {
    words: text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length,
    hasPlace: paths.length > 0 || text.includes('`') || THINGS.test(text),
    hasMeasure: MEASURES.test(text),
    asksForChanges: CHANGES.test(text) && !(paths.length > 0 && paths.every(isDocument)),
    command: COMMAND.exec(text)?.[1] ?? null,
  };
}

const ENGLISH = anyOf(
  'the, and, of, for, with, each, every, is, are, that, this, it, what, which, from, improve, enhance, fix, mend, ' +
    'tidy, clean, make, refactor, look, review, optimi[sz]e, keep, update, write, help, check, moderni[sz]e, do, find, ' +
    'work, polish, rewrite, handle, act, maintain, simplify, be, add, remove, read, run, go, report, list',
);

/** `src/`, `docs/cli.md`, `package.json`, `.nvmrc`. */
const PATH =
  /(?<![\w./-])(?:[\w.@*-]{1,80}\/[\w.@*/-]{0,200}|[\w-]{1,80}(?:\.[\w-]{1,20}){0,3}\.[a-z]{1,6}\b|\.[a-z][\w.]{2,40})/gi;

const THINGS = anyOf(
  'facts, briefs?, findings?, todos?, fixmes?, tickets?, commits?, branch(?:es)?, incidents?, errors?, logs?, alerts?, ' +
    'endpoints?, migrations?, release notes?, changelog, readme, dockerfile, makefile, licen[cs]es?, packages?, ' +
    'dependenc(?:y|ies), tests?, imports?, exports?, files?, functions?, class(?:es)?, modules?, flags?, ' +
    'variables?, api, schemas?, quer(?:y|ies), pages?, workflows?, pipelines?, pull requests?, symbols?, ' +
    'documentation, docs, links?, advisor(?:y|ies), tags?, releases?, comments?, types?, tables?',
);

const MEASURES = anyOf(
  'report(?:ed)?, list, names?, say, tell, counts?, counted, quote, summari[sz]e, summary, propose, write down, ' +
    'group by, one line, one paragraph, at most, at least, no more than, fewer than, until, must, only, percent, ' +
    'pass(?:es)?, fail(?:s|ed)?, leave, otherwise, nothing, if there (?:is|are) (?:none|no), before you stop, exactly, ' +
    'describe, explain, note, open an? item, record, stop when, done when, succeeds?, under [0-9]+, [0-9]+ (?:lines|words)',
);

const VERBS =
  'fix|mend|refactor|rewrite|implement|rename|migrate|upgrade|bump|update|remove|delete|add|change|replace|' +
  'write (?:more |new )?tests|improve|enhance|polish|make (?:it|everything|things)|move|moderni[sz]e|optimi[sz]e|simplify|clean up|tidy|convert|patch|sort the imports';
/** Where an order begins: a sentence, or a further order in it. */
const CHANGES = new RegExp(
  String.raw`(?:^|[.;:!?,\n]\s{0,9}|\b(?:and|then)\s{1,9})(?:please )?(?:${VERBS})\b(?! nothing| no\b| none)`,
  'i',
);

const COMMAND = /`([a-z][\w.-]{0,30} [^`\n]{1,60})`/;

function isDocument(path: string): boolean {
  return /^(?:docs?|documentation)\/|\.(?:md|mdx|rst|adoc|txt)$/i.test(path);
}

function anyOf(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words.split(/,\s*/).join('|')})\b`, 'i');
}
