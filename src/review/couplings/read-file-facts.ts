/** Facts of one changed file out of its two texts. */
import { oneLine } from '../../words/text.ts';
import type { CodeRead, Rows } from '../symbols/code-read.ts';
import { languageOf, type LanguageId } from '../symbols/language-of.ts';
import { TABLES } from '../symbols/languages/tables.ts';
import { changedDefinitions } from './changed-definitions.ts';
import type { FileFacts, HunkFact, ImportFact, UseFact, WordFact } from './file-facts.ts';
import { lineHunks, linesOf, type LineHunk } from './line-hunks.ts';
import { namesIn, newNames, type NewNames } from './new-names.ts';
import { definedWords, plainWords } from './plain-words.ts';
import { newRows, readBoth } from './read-both.ts';
import { receiverType } from './receiver-type.ts';
import { heritageOf, typesIn } from './type-facts.ts';
import { whyUnread } from './why-unread.ts';

export interface FileTexts {
  readonly path: string;
  /** `null`: it is not there, or is not text that anybody reads. */
  readonly before: string | null;
  readonly after: string | null;
}

interface Sides {
  readonly old: readonly string[];
  readonly young: readonly string[];
  readonly hunks: readonly LineHunk[];
}

const MOST_USES = 1_500;
const MOST_NAMES = 3_000;
const LONGEST_NAME = 200;

export async function readFileFacts(texts: FileTexts): Promise<FileFacts> {
  const before = texts.before ?? '';
  const after = texts.after ?? '';
  const old = linesOf(before);
  const young = linesOf(after);
  const sides = { old, young, hunks: lineHunks(old, young) };
  const unread = whyUnread(texts.path, [before, after]);
  const language = unread === null ? languageOf(texts.path) : null;
  if (language === null) return plainFacts(sides, unread);
  try {
    return await codeFacts({ ...texts, before, after }, language, sides);
  } catch {
    // Whatever a parser does with odd text, the words of it are still there.
    return plainFacts(sides, 'the parser could not read it');
  }
}

function plainFacts(sides: Sides, unread: string | null): FileFacts {
  const { old, young, hunks } = sides;
  const rows = hunks.map(({ at, end }) => ({ from: at, to: end }));
  const gone = hunks.map(({ from, to }) => ({ from, to }));
  const names = newNames(sides);
  const named = [
    ...definedWords(young, rows),
    ...definedWords(old, gone).map((word) => ({ ...word, row: rowNear(hunks, word.row) })),
  ];
  return {
    ...emptyFacts(sides),
    unread,
    hunks: hunks.map((hunk) => hunkFact(hunk, sides)),
    named: unread === null ? distinct(named) : [],
    words:
      unread === null
        ? plainWords(young, rows).filter(({ name, row }) => names.isNew({ name, row }))
        : [],
  };
}

/** The facts of a file whose content is not examined: it is not text, or too large. It changes as a whole. */
export function opaqueFacts(unread: string): FileFacts {
  const sides = { old: [], young: [], hunks: [] };
  const whole = {
    from: 0,
    to: WHOLE,
    at: 0,
    end: WHOLE,
    text: '',
    differs: [],
    grows: [],
    says: [],
  };
  return {
    ...emptyFacts(sides),
    unread,
    hunks: [{ ...whole, around: null, aroundRows: 0, code: true }],
  };
}

/** More rows than any file has. */
const WHOLE = 1_000_000_000;

function emptyFacts({ old, young }: Sides): FileFacts {
  return {
    language: null,
    unread: null,
    oldLines: old.length,
    newLines: young.length,
    hunks: [],
    definitions: [],
    uses: [],
    imports: [],
    heritage: {},
    types: [],
    tops: [],
    package: null,
    named: [],
    words: [],
  };
}

async function codeFacts(
  { before, after }: { readonly before: string; readonly after: string },
  language: LanguageId,
  sides: Sides,
): Promise<FileFacts> {
  const { young, hunks } = sides;
  const changed = newRows(hunks);
  const { was, now } = await readBoth({ before, after, language, hunks });
  const facts = hunks.map((hunk) => codeHunk(hunk, { sides, was, now }));
  const coded = facts.filter(({ code }) => code);
  const lines = (row: number): string => cut(young[row] ?? '');
  const names = newNames(sides);
  const table = TABLES[language];
  // Ruby declares none.
  const typesOf = language === 'ruby' ? () => null : receiverType(after);
  const definitions = changedDefinitions({
    was,
    now,
    hunks: coded,
    table,
    lines,
    old: sides.old,
    young,
  });
  return {
    ...emptyFacts(sides),
    language,
    hunks: facts,
    definitions: [...definitions],
    uses: usesOf({ ...now, uses: now.uses.filter(names.isNew) }, typesOf, lines),
    imports: importsOf(now, { changed, lines, names }),
    heritage: heritageOf(now),
    types: typesIn(after),
    tops: [
      ...new Set(now.definitions.filter((one) => one.container === null).map(({ name }) => name)),
    ].slice(0, MOST_NAMES),
    package: now.package === null ? null : cut(now.package.trim()),
  };
}

function hunkFact(hunk: LineHunk, { old, young }: Sides): HunkFact {
  const lines = hunk.end > hunk.at ? young : old;
  const first = hunk.end > hunk.at ? hunk.at : hunk.from;
  const last = hunk.end > hunk.at ? hunk.end : hunk.to;
  let row = first;
  while (row < last - 1 && (lines[row] ?? '').trim() === '') row += 1;
  const names = namesIn(hunk, { old, young });
  return {
    ...hunk,
    ...names,
    text: cut(lines[row] ?? ''),
    around: null,
    aroundRows: 0,
    code: true,
  };
}

function codeHunk(
  hunk: LineHunk,
  { sides, was, now }: { readonly sides: Sides; readonly was: CodeRead; readonly now: CodeRead },
): HunkFact {
  // What is put in at the end of a function is inside of it in the new text alone.
  const holder = (hunk.from < hunk.to ? was : now).definitions
    .filter((rows) => isInside(hunk, rows))
    .toSorted((one, other) => one.to - one.from - (other.to - other.from))
    .at(0);
  const isFunction = holder?.kind === 'function' || holder?.kind === 'method';
  const isCode =
    hasCode(sides.young, { from: hunk.at, to: hunk.end }, now.comments) ||
    hasCode(sides.old, hunk, was.comments);
  return {
    ...hunkFact(hunk, sides),
    around:
      holder === undefined
        ? null
        : [holder.container, holder.name].filter((part) => part !== null).join('.'),
    aroundRows: holder !== undefined && isFunction ? holder.to - holder.from : 0,
    code: isCode,
  };
}

/** What is put in before a definition is not inside of it. */
function isInside({ from, to, at, end }: LineHunk, rows: Rows): boolean {
  if (from < to) return rows.from <= from && to <= rows.to;
  return rows.from < at && end <= rows.to;
}

function hasCode(lines: readonly string[], rows: Rows, comments: readonly Rows[]): boolean {
  for (let row = rows.from; row < rows.to; row += 1) {
    const line = (lines[row] ?? '').trim();
    if (line === '') continue;
    const inComment = comments.some(({ from, to }) => from <= row && row < to);
    // A comment behind code leaves the line one of code.
    if (
      !inComment ||
      (/^[^/#*\s"'-]/.test(line) && !comments.some(({ from, to }) => from < row && row < to))
    )
      return true;
  }
  return false;
}

function usesOf(
  now: CodeRead,
  types: (variable: string) => string | null,
  lines: (row: number) => string,
): UseFact[] {
  const found = new Map<string, UseFact>();
  for (const use of now.uses) {
    if (use.name.length > LONGEST_NAME) continue;
    const key = `${use.how} ${use.on ?? ''} ${use.name} ${use.local ? 1 : 0}`;
    const known = found.get(key);
    if (known !== undefined && (known.called || !use.called)) continue;
    if (found.size >= MOST_USES && known === undefined) break;
    const of = use.how === 'member' && use.on !== null ? types(use.on) : null;
    found.set(key, { ...use, of, text: lines(use.row) });
  }
  return [...found.values()];
}

function importsOf(
  now: CodeRead,
  {
    changed,
    lines,
    names: { wasThere },
  }: {
    readonly changed: readonly Rows[];
    readonly lines: (row: number) => string;
    readonly names: NewNames;
  },
): ImportFact[] {
  return now.imports
    .slice(0, MOST_USES)
    .map(({ from, to, module, names, namespace, wildcard }) => ({
      module: module.slice(0, 500),
      names: names.filter(
        ({ name, as }) => name.length <= LONGEST_NAME && as.length <= LONGEST_NAME,
      ),
      namespace: namespace !== null && namespace.length <= LONGEST_NAME ? namespace : null,
      wildcard,
      changed: changed.some((range) => range.from < to && from < range.to),
      fresh: names
        .map(({ name }) => name)
        .filter((name) => name.length <= LONGEST_NAME && !(wasThere(name) && wasThere(module))),
      row: from,
      text: lines(from),
    }));
}

function rowNear(hunks: readonly LineHunk[], row: number): number {
  return hunks.find(({ from, to }) => from <= row && row < to)?.at ?? row;
}

function distinct(words: readonly WordFact[]): WordFact[] {
  return [...new Map(words.toReversed().map((word) => [word.name, word])).values()].toReversed();
}

function cut(line: string): string {
  return oneLine(line.slice(0, 400), 160);
}
