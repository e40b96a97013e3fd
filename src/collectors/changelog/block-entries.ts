/** The entries below one release heading. Pure. */
import { oneLine } from '../../words/text.ts';
import type { NotesLine } from './notes-lines.ts';
import { plainTitle } from './release-heading.ts';

export interface BlockEntry {
  readonly text: string;
  readonly section: string | null;
  readonly line: number;
  readonly end: number;
}

/** Characters kept of an entry. */
const MAX_TEXT = 2_000;
const MAX_LABEL = 60;

const BULLET = /^\s*(?:[-*+•‣◦]|\d{1,3}[.)])(?:\s+|$)/;
/** `o` serves as a bullet in plain text only, where it is common in Java projects. */
const PLAIN_BULLET = /^\s*(?:[-*+•‣◦o]|\d{1,3}[.)])(?:\s+|$)/;
const CHECK_BOX = /^\[[ xX]\]\s+/;
/** `remove:`, `Bugfixes`: a bullet that only groups those below it. */
const GROUP =
  /^(?:[A-Za-z][\w &/-]{0,30}:|(?:new |minor |major |small )?(?:features?|bug ?fix(?:es)?|fix(?:es)?|performance|refactor(?:s|ings?)?|ci|docs?|documentation|breaking changes?|changes?|deprecations?|removals?|security|internals?|enhancements?|improvements?|tests?|maintenance|chores?|misc(?:ellaneous)?|added|changed|fixed|removed|deprecated|dependencies))$/i;
const NUMBERED = /#\d|\/(?:pull|pulls|issues|pull-requests|merge_requests)\/\d/;

/** Sections that list people and files, not changes. */
const NOT_CHANGES =
  /^\W*(?:new )?(?:contributors?|credits?|acknowledge?ments?|thanks?(?: (?:you|to).*)?|committers?|authors?|downloads?|checksums?|sha-?\d*(?:sums?)?|hashes|assets|artifacts|docker images?|install(?:ation|ing)?|full changelog|external links?|migration guide|table of contents|contents)\W*$/iu;
/** Says that there is nothing, or shows how to write an entry. */
const PLACEHOLDER =
  /^\W*(?:nothing(?: (?:yet|new|to see here|changed))?|none|n\/?a|tbd|tba|no (?:notable |significant |user[- ]visible |user[- ]facing )?changes?(?: yet| recorded)?|wip|\.\.\.|to be (?:written|determined|announced)|release notes have not .{0,40}|unreleased changes\. .{0,60})\W*$/i;
const TEMPLATE = /^(?:\\?\[[^[\]]{0,200}\\?\]|<[^<>]{0,200}>)$/;

/** Whether a bullet of these words over deeper ones is the title of a section. */
export function isGroup(text: string): boolean {
  return GROUP.test(text);
}

/** @param plain the file has no markup of its own */
export function readBlockEntries(
  lines: readonly NotesLine[],
  plain: boolean,
): readonly BlockEntry[] {
  const reader = new EntryReader(plain);
  lines.forEach((line, index) => reader.take(line, () => nextWords(lines, index + 1)));
  return reader.finish();
}

/** The next line that shows something; `null` at the end. */
function nextWords(lines: readonly NotesLine[], from: number): NotesLine | null {
  for (let index = from; index < Math.min(lines.length, from + 10); index += 1) {
    const line = lines[index];
    if (line?.kind === 'text' || line?.kind === 'heading') return line;
  }
  return null;
}

interface Draft {
  readonly kind: 'bullet' | 'heading' | 'prose';
  readonly indent: number;
  readonly level: number;
  readonly section: string | null;
  /** The section stands under a heading, not under a bold line or a label. */
  readonly underHeading: boolean;
  readonly line: number;
  end: number;
  text: string;
}

class EntryReader {
  readonly #plain: boolean;
  readonly #drafts: Draft[] = [];
  /** Headings above, the highest first. */
  #headings: { readonly level: number; readonly title: string }[] = [];
  #label: string | null = null;
  #group: { readonly indent: number; readonly name: string } | null = null;
  #current: Draft | null = null;
  #afterBlank = true;

  constructor(plain: boolean) {
    this.#plain = plain;
  }

  take(line: NotesLine, next: () => NotesLine | null): void {
    switch (line.kind) {
      case 'heading':
        this.#takeHeading(line);
        break;
      case 'text':
        this.#takeText(line, next);
        break;
      case 'code':
        if (this.#current !== null) this.#current.end = line.line;
        this.#afterBlank = false;
        return;
      case 'blank':
      case 'quiet':
        if (this.#current?.kind === 'prose') this.#current = null;
        this.#afterBlank = true;
        return;
    }
    this.#afterBlank = false;
  }

  finish(): readonly BlockEntry[] {
    const drafts = this.#drafts.filter(({ text }) => text.trim() !== '');
    const listed = drafts.filter(({ kind }) => kind !== 'prose');
    const withBullets = new Set(listed.map(({ section }) => section));
    return drafts
      .filter(
        ({ kind, section, underHeading }) =>
          kind !== 'prose' ||
          listed.length === 0 ||
          (underHeading && section !== null && !withBullets.has(section)),
      )
      .map(({ text, section, line, end }) => ({
        text: oneLine(text, MAX_TEXT),
        section,
        line,
        end,
      }))
      .filter(({ text, section }) => isEntry(text, section));
  }

  #takeHeading({ level, title, line, end }: Extract<NotesLine, { kind: 'heading' }>): void {
    const current = this.#current;
    if (current?.kind === 'heading' && level > current.level) {
      current.end = end;
      return;
    }
    this.#label = null;
    this.#group = null;
    this.#headings = this.#headings.filter((heading) => heading.level < level);
    if (NUMBERED.test(title)) {
      this.#open({ kind: 'heading', indent: -1, level, line, end, text: title });
      return;
    }
    this.#current = null;
    this.#headings.push({ level, title: oneLine(plainTitle(title), 200) });
  }

  #takeText(line: Extract<NotesLine, { kind: 'text' }>, next: () => NotesLine | null): void {
    const current = this.#current;
    if (current?.kind === 'heading') {
      current.end = line.line;
      return;
    }
    const bullet = (this.#plain ? PLAIN_BULLET : BULLET).exec(line.text);
    if (bullet !== null) {
      this.#takeBullet(line, line.text.slice(bullet[0].length).replace(CHECK_BOX, ''));
      return;
    }
    const text = line.text.trim().replace(/^(?:>\s*)+/, '');
    const continues = current !== null && (!this.#afterBlank || line.indent > current.indent);
    if (!continues || current.kind === 'prose') {
      const label = line.indent <= 3 ? this.#labelOf(text, next) : null;
      if (label !== null) {
        this.#label = label;
        this.#group = null;
        this.#current = null;
        return;
      }
    }
    if (continues) this.#extend(current, text, line.line);
    else this.#takeProse(line, text);
  }

  #takeBullet({ line, indent }: Extract<NotesLine, { kind: 'text' }>, text: string): void {
    const current = this.#current;
    if (this.#group !== null && indent <= this.#group.indent + 1) this.#group = null;
    if (current?.kind === 'bullet' && indent > current.indent + 1) {
      if (!isGroup(current.text)) {
        this.#extend(current, `- ${text}`, line);
        return;
      }
      this.#group = { indent: current.indent, name: current.text.replace(/:$/, '') };
      this.#drafts.pop();
    }
    this.#open({ kind: 'bullet', indent, level: 0, line, end: line, text });
  }

  #takeProse({ line, indent }: Extract<NotesLine, { kind: 'text' }>, text: string): void {
    this.#current = null;
    if (indent >= 4 || !isProse(text)) return;
    this.#open({ kind: 'prose', indent, level: 0, line, end: line, text });
  }

  #open(draft: Omit<Draft, 'section' | 'underHeading'>): void {
    const heading = this.#headings.at(-1)?.title ?? null;
    const section = this.#group?.name ?? this.#label ?? heading;
    const underHeading = this.#label === null && this.#group === null;
    this.#current = { ...draft, section, underHeading };
    this.#drafts.push(this.#current);
  }

  #extend(draft: Draft, text: string, line: number): void {
    if (draft.text.length < MAX_TEXT) draft.text += ` ${text}`;
    draft.end = line;
  }

  /** `**Bugfixes**`, or `Bug fixes:` and `Bug fixes::` over bullets: a section without a heading. */
  #labelOf(text: string, next: () => NotesLine | null): string | null {
    if (text.length > MAX_LABEL + 10) return null;
    const bold = /^(?:\*\*|__)([^*_]+)(?:\*\*|__):?$/.exec(text)?.[1];
    if (bold !== undefined && bold.length <= MAX_LABEL) return bold.trim().replace(/:$/, '');
    if (!text.endsWith(':') || text.length > MAX_LABEL) return null;
    const below = next();
    const bullets = this.#plain ? PLAIN_BULLET : BULLET;
    return below?.kind === 'text' && bullets.test(below.text) ? text.replace(/:+$/, '') : null;
  }
}

/** Links to the whole difference, anchors, badges, tables and images say nothing of their own. */
function isProse(text: string): boolean {
  return (
    !text.startsWith('|') &&
    !/^(?:!\[|\[!\[|<[a-z/!])/i.test(text) &&
    !/^\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])\.?$/.test(text)
  );
}

function isEntry(text: string, section: string | null): boolean {
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    !PLACEHOLDER.test(text.slice(0, 200)) &&
    !TEMPLATE.test(text) &&
    !/^\W*full changelog\W/i.test(text) &&
    (section === null || !NOT_CHANGES.test(section.slice(0, 100)))
  );
}
