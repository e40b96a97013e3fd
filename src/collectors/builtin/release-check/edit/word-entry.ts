/** A commit in the words of an entry: its own subject, in the file's manner. Nothing is made up. Pure. */
import type { ReleaseCommit } from '../../../../words/release-note.ts';
import { oneLine } from '../../../../words/text.ts';
import { categoryOfCommit, type Category } from './category.ts';
import { fillLead } from './leads.ts';
import { inMood } from './moods.ts';
import type { NotesStyle } from './notes-style.ts';
import { fillTail, withoutPeople } from './references.ts';

/** A commit that is to be named in the notes. */
export interface Unmentioned {
  readonly commit: ReleaseCommit;
  /** What a merge says below its subject, or the subject. */
  readonly subject: string;
  /** The author's account where the code is hosted, and the author's name; `null` if unknown. */
  readonly user: string | null;
  readonly name: string | null;
}

interface WordedEntry {
  readonly kind: 'worded';
  /** In one line, without bullet. */
  readonly text: string;
  readonly category: Category;
}

/** `reason`: why the commit gets no entry, as the end of a sentence. */
type Wording = WordedEntry | { readonly kind: 'left'; readonly reason: string };

const MERGE = /^Merge (?:pull request|branch|remote-tracking branch|tag|commit)\b/i;

export function wordEntry(one: Unmentioned, style: NotesStyle, restructured: boolean): Wording {
  const { commit, subject } = one;
  const plain = plainWords(subject, commit);
  if (plain === '') return { kind: 'left', reason: 'its subject says nothing of the change' };
  const { scope: named, words } = splitScope(plain, commit, style);
  const scope = named !== null && /^[\w./, -]{1,40}$/.test(named) ? named : null;
  const category = categoryOfCommit(commit, words);
  const manner = inManner(words, style);
  const number = commit.pullRequest ?? firstIssue(commit);
  const values = { category, breaking: commit.breaking, scope, number };
  const mark = commit.breaking ? style.breakingMark : '';
  // Where entries begin with their kind in bold, `**breaking:** ` is one of the kinds.
  const marked = mark.startsWith('**') && style.lead?.template.startsWith('**{tag}') === true;
  const lead = style.lead === null || marked ? '' : fillLead(style.lead, values);
  // A type without a scope says that there is none.
  const whole = commit.type !== null && style.lead?.template.includes('{scope}') === true;
  if (lead === null && style.lead?.strict === true && !whole) {
    return {
      kind: 'left',
      reason: 'it does not say what its entry would begin with, as the others do',
    };
  }
  const tail = tailFor(one, style);
  if (tail === null) {
    return { kind: 'left', reason: 'its number or author, which all entries name, is not known' };
  }
  const text = `${lead ?? ''}${mark}${safeWords(manner, restructured)}${tail}`;
  return { kind: 'worded', text: oneLine(text, 2_000), category };
}

/** `parser: add x` names the part of the project itself, as the leads of other entries do. */
function splitScope(
  words: string,
  { scope, files }: ReleaseCommit,
  { lead }: NotesStyle,
): { readonly scope: string | null; readonly words: string } {
  if (lead === null || (lead.scopes.size === 0 && !lead.template.includes('{scope}')))
    return { scope, words };
  const [whole = '', own] = /^[[(`*]{0,2}([\w./-]{1,40})[\])`*]{0,2}: /.exec(words) ?? [];
  if (own !== undefined) return { scope: own, words: words.slice(whole.length) };
  if (scope !== null) return { scope, words };
  const touched = [...lead.scopes].filter((one) =>
    files.some((path) => path.split(/[/.]/).includes(one)),
  );
  return { scope: touched.length === 1 ? (touched[0] ?? null) : null, words };
}

/** Without type, scope, number and the like; empty for a merge without words. */
export function plainWords(subject: string, { type }: Pick<ReleaseCommit, 'type'>): string {
  const flat = oneLine(subject, 500);
  if (MERGE.test(flat)) return '';
  const untyped =
    type === null ? flat : flat.replace(/^[A-Za-z]{1,20}(?:\([^()]{0,80}\))?!?:\s*/, '');
  return (
    untyped
      // The name of a branch, as a pull request has it for a title.
      .replace(/^(?:feat(?:ure)?|(?:bug|hot)?fix)\/(?=\w+ )/i, '')
      .replace(/^(?::[a-z0-9_+-]{2,40}:|\p{Extended_Pictographic}\uFE0F?)\s*/u, '')
      .replace(
        /(?:\s*\((?:(?:closes|fixes|resolves|refs|pr|gh)?[ -]*[#!]?\d{1,7}(?:, ?)?)+\)|\s*\[(?:skip ci|ci skip)\])+$/i,
        '',
      )
      // What an entry names at its end is not said before it.
      .replace(/^(?:resolve|fixe?|close)[sd]? #\d{1,7}[:,;]?\s+(?:-\s+)?(?=\p{L}{3})/iu, '')
      .replace(/[\s,;:-]+$/, '')
      .trim()
  );
}

function inManner(words: string, style: NotesStyle): string {
  const told = style.mood === null ? words : inMood(words, style.mood);
  const cased = style.upper === null ? told : withCase(told, style.upper);
  const bare = cased.replace(/(?<!\.)\.$/, '');
  if (style.stop === null) return cased;
  return style.stop && !/[.!?…]$/.test(bare) ? `${bare}.` : bare;
}

/** Only a plain word changes its first letter: names, acronyms and code keep theirs. */
function withCase(words: string, upper: boolean): string {
  const first = /^[A-Za-z]+(?:['’][a-z]{1,2})?(?=[ ,]|$)/.exec(words)?.[0] ?? '';
  if (upper && /^[a-z]+(?:['’][a-z]+)?$/.test(first))
    return `${first[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
  const isVerb = inMood(words, 'past') !== words || inMood(words, 'present') !== words;
  if (!upper && isVerb && /^[A-Z][a-z]+$/.test(first))
    return `${first[0]?.toLowerCase() ?? ''}${words.slice(1)}`;
  return words;
}

/** What a renderer would take for a tag or a mark is shown as it was written. */
function safeWords(words: string, restructured: boolean): string {
  const parts = words.split(/(`[^`]+`)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return restructured ? `\`\`${part.slice(1, -1)}\`\`` : part;
      if (!restructured)
        return part
          .replaceAll(/<(?=[A-Za-z/!?])/g, String.raw`\<`)
          .replaceAll(/\b__(?=\w)|(?<=\w)__\b/g, String.raw`\_\_`);
      return part
        .replaceAll(/[*`|]/g, String.raw`\$&`)
        .replaceAll(/(?<=\w)_+(?!\w)/g, (run) => String.raw`\_`.repeat(run.length));
    })
    .join('');
}

/** `null`: all entries name something that is not known of this commit. */
function tailFor({ commit, user, name }: Unmentioned, style: NotesStyle): string | null {
  const values = {
    pull: commit.pullRequest,
    issue: firstIssue(commit),
    sha: commit.sha,
    user,
    name,
  };
  const whole = style.tails.flatMap((template) => fillTail(template, values) ?? [])[0];
  if (whole !== undefined || style.strictTail) return whole ?? (style.tails.length > 0 ? null : '');
  return (
    style.tails.flatMap((template) => fillTail(withoutPeople(template), values) ?? [])[0] ?? ''
  );
}

/** The first number that is not the pull request's own. */
function firstIssue({ issues, pullRequest }: ReleaseCommit): number | null {
  for (const issue of issues) {
    const number = Number(/^#(\d{1,7})$/.exec(issue)?.[1] ?? NaN);
    if (!Number.isNaN(number) && number !== pullRequest) return number;
  }
  return null;
}

/** An entry that is to be put into the notes, with the commit that it tells. */
export interface Drafted extends WordedEntry {
  readonly unmentioned: Unmentioned;
}

// An entry as the lines of a file. Pure.
export function writeEntry(
  text: string,
  {
    bullet,
    gap,
    indent,
    hang,
    width,
  }: Pick<NotesStyle, 'bullet' | 'gap' | 'indent' | 'hang' | 'width'>,
): readonly string[] {
  const first = `${indent}${bullet}${gap}`;
  if (width === null) return [`${first}${text}`];
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of wordsOf(text)) {
    if (!empty && Array.from(line).length + 1 + Array.from(word).length > width) {
      lines.push(line);
      line = hang;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** A label that is a link stays whole. A word that would begin a list, a quote or a heading at the start of a line stays with the one before. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const last = words.length - 1;
    const opened = last >= 0 && /^\[[^\]]{0,30}$/.test(words[last] ?? '');
    if (opened || (last >= 0 && /^(?:[-+*>=]+|#{1,6}|\d{1,9}[.)])$/.test(word)))
      words[last] = `${words[last] ?? ''} ${word}`;
    else words.push(word);
  }
  return words;
}
