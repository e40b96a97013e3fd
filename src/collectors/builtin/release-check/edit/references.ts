import type { ReleaseCommit } from '../../../../words/release-note.ts';
import type { Insertion } from './file-lines.ts';
import type { Outline, OutlineRelease } from './outline.ts';

// How entries of a file name pull requests, issues, commits and people at their ends: ` (#12)`,
// ` ([#12](https://…/pull/12))`, ` by @ada in https://…/pull/12`, ` :pr:`12``. Learned from the entries there are, as
// templates to be filled. Pure.

export interface Tail {
  /** The entry without it. */
  readonly core: string;
  /** With `{any}`, `{pull}`, `{issue}`, `{sha7}`, `{user}` and `{name}` for what changes; empty when it names nothing. */
  readonly template: string;
}

export interface TailValues {
  readonly pull: number | null;
  readonly issue: number | null;
  readonly sha: string;
  readonly user: string | null;
  readonly name: string | null;
}

interface Piece {
  readonly text: string;
  readonly template: string;
  readonly names: boolean;
}

const MAX_TAIL = 600;

/** Reads an entry's end backwards, as long as it is made of references and the words between them. */
export function readTail(entry: string): Tail {
  let rest = entry.trimEnd();
  const floor = Math.max(0, rest.length - MAX_TAIL);
  const pieces: Piece[] = [];
  while (rest.length > floor) {
    const piece = namePiece(rest) ?? fillPiece(rest);
    if (piece === null || piece.text === '') break;
    pieces.unshift(piece);
    rest = rest.slice(0, rest.length - piece.text.length);
  }
  const first = pieces.findIndex(({ names }) => names);
  if (first === -1 || rest.trim() === '') return { core: entry.trimEnd(), template: '' };
  return closeTail(rest, pieces, first);
}

/** A full stop before the references ends the sentence: it belongs to the words. */
function closeTail(rest: string, pieces: readonly Piece[], first: number): Tail {
  const stop = pieces.findLastIndex(({ text }, index) => index < first && /[.!?…]/.test(text));
  const words = pieces.slice(0, stop + 1);
  const core = rest + words.map(({ text }) => text).join('');
  const own = pieces.slice(stop + 1);
  const lead = core.length - core.trimEnd().length;
  return {
    core: core.trimEnd(),
    template: ' '.repeat(lead) + own.map(({ template }) => template).join(''),
  };
}

function namePiece(text: string): Piece | null {
  const end = text.slice(-400);
  const link = /\[(`?)([^[\]\n]{1,80}?)\1\]\((https?:\/\/[^()\s]{1,280})\)$/.exec(end);
  if (link !== null) {
    const [whole, tick = '', label = '', url = ''] = link;
    return linkPiece({ whole, label, url }, (text, to) => `[${tick}${text}${tick}](${to})`);
  }
  const named = /`([^`<>\n]{1,80}?) <(https?:\/\/[^<>\s]{1,280})>`(__?)$/.exec(end);
  if (named !== null) {
    const [whole, label = '', url = '', close = ''] = named;
    return linkPiece({ whole, label, url }, (text, to) => `\`${text} <${to}>\`${close}`);
  }
  const role =
    /(?::(pr|issue|pull|ghpull|ghissue|gh):|\{(pr|issue|pull|ghpull|ghissue|gh)\})`(\d{1,7})`$/.exec(
      end,
    );
  if (role !== null) {
    const [whole, colon, brace] = role;
    const kind = /issue/.test(colon ?? brace ?? '') ? '{issue}' : '{pull}';
    return { text: whole, template: whole.replace(/`\d+`$/, `\`${kind}\``), names: true };
  }
  const address = /https?:\/\/[^\s()<>[\]]{1,200}\/(pull|issues|merge_requests)\/\d{1,7}$/.exec(
    end,
  );
  if (address !== null) {
    return {
      text: address[0],
      template: address[0].replace(/\d+$/, address[1] === 'issues' ? '{any}' : '{pull}'),
      names: true,
    };
  }
  const number = /(?<![\w&/])(\[?)(#|GH-|gh-|!)\d{1,7}(\]?)$/.exec(end);
  if (number !== null) {
    const closed = number[1] === '[' && number[3] === ']';
    const whole = closed ? number[0] : number[0].replace(/^\[/, '');
    if (!closed && number[3] === ']') return null;
    return {
      text: whole,
      template: whole.replace(/\d+/, '{any}'),
      names: true,
    };
  }
  const sha = /(?<![\w/.-])(`?)(?=[0-9a-f]*\d)([0-9a-f]{7,40})\1$/.exec(end);
  if (sha !== null) {
    return {
      text: sha[0],
      template: `${sha[1] ?? ''}{sha${sha[2]?.length ?? 7}}${sha[1] ?? ''}`,
      names: true,
    };
  }
  const user = /(?<![\w@])@[A-Za-z0-9][A-Za-z0-9-]{0,38}$/.exec(end);
  if (user !== null) return { text: user[0], template: '@{user}', names: true };
  const name = /(?<=\bby )\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,3}$/u.exec(end);
  return name === null ? null : { text: name[0], template: '{name}', names: true };
}

interface Link {
  readonly whole: string;
  readonly label: string;
  readonly url: string;
}

/** @param write the link with another label and address, as the file writes links */
function linkPiece(
  { whole, label, url }: Link,
  write: (label: string, url: string) => string,
): Piece | null {
  const piece = (template: string): Piece => ({ text: whole, template, names: true });
  if (/^@[\w-]+$/.test(label)) return piece(write('@{user}', url.replace(/[\w-]+$/, '{user}')));
  if (/^[0-9a-f]{7,40}$/.test(label) && url.includes('/commit')) {
    const address = url.replace(/[0-9a-f]{7,40}$/, '{sha40}');
    return piece(write(`{sha${label.length}}`, address));
  }
  const number = /^(?:[A-Za-z]{0,10}[ -]?)?(?:#|!)?(\d{1,7})$/.exec(label)?.[1];
  if (number === undefined || !url.endsWith(`/${number}`)) return null;
  const value = url.endsWith(`/pull/${number}`) ? '{pull}' : '{any}';
  return piece(
    write(`${label.slice(0, -number.length)}${value}`, `${url.slice(0, -number.length)}${value}`),
  );
}

function fillPiece(text: string): Piece | null {
  const end = text.slice(-40);
  const found =
    /(?<=[\s(,;-])(?:by|in|via|thanks|thank you|to|and|pr|pull request|issue|closes|fixes|refs|see)$/i.exec(
      end,
    ) ?? /[\s,;:()&.—–-]$/.exec(end);
  return found === null ? null : { text: found[0], template: found[0], names: false };
}

/** The text of a template, or `null` when a value that it wants is not known. */
export function fillTail(template: string, values: TailValues): string | null {
  let whole = true;
  const put = (value: string | number | null): string => {
    if (value === null) whole = false;
    return String(value ?? '');
  };
  // Beside the pull request, any other number is an issue's.
  const any = template.includes('{pull}') ? values.issue : (values.pull ?? values.issue);
  const text = template.replaceAll(
    /\{(any|pull|issue|user|name|sha(\d+))\}/g,
    (_, name: string, length?: string) => {
      if (name === 'any') return put(any);
      if (name === 'pull') return put(values.pull);
      if (name === 'issue') return put(values.issue);
      if (name === 'user') return put(values.user);
      if (name === 'name') return put(values.name);
      return values.sha.slice(0, Number(length));
    },
  );
  return whole ? text : null;
}

/** The template with plain numbers, for a file that defines no links for `[#12]`. */
export function withoutLabels(template: string): string {
  return template.replaceAll(/\[((?:#|GH-|!)\{any\})\](?!\()/gi, '$1');
}

/** The template without the people, for an author whose account is unknown. */
export function withoutPeople(template: string): string {
  return template
    .replaceAll(
      /,?\s*(?:[-–—]\s*)?(?:\b(?:by|thanks(?: to)?|via)\s+)?(?:\[@\{user\}\]\([^)]*\)|@\{user\}|\{name\})/g,
      '',
    )
    .replaceAll(/\(\s*[,;]?\s*\)/g, '')
    .replaceAll(/\(\s*,\s*/g, '(');
}

// Definitions of numbered labels, `[#12]: https://…/pull/12`, for entries that name a number as `[#12]`. Pure.
interface Told {
  readonly text: string;
  readonly unmentioned: { readonly commit: Pick<ReleaseCommit, 'pullRequest'> };
}

interface Definition {
  readonly at: number;
  readonly number: number;
  /** Between label and address. */
  readonly gap: string;
  /** Without the number at its end. */
  readonly address: string;
}

const DEFINITION = /^ {0,3}\[#(\d{1,7})\]:([ \t]*)(\S+?)\1(?:[ \t]+"[^"]*")?[ \t]*$/;

export function definesNumbers({ lines }: Outline): boolean {
  return lines.some(({ text }) => DEFINITION.test(text));
}

/** One line for each number that the entries name and the file does not define, in the order that the file keeps. */
export function defineNumbers(
  outline: Outline,
  release: OutlineRelease | null,
  drafts: readonly Told[],
): readonly Insertion[] {
  const all = readDefinitions(outline);
  const block = nearestBlock(all, release?.heading.start ?? 0);
  const known = new Set(all.map(({ number }) => number));
  return drafts.flatMap(({ text, unmentioned }) =>
    Array.from(text.matchAll(/\[#(\d{1,7})\](?![(:[])/g), ([, digits]) => Number(digits)).flatMap(
      (number): readonly Insertion[] => {
        if (known.has(number) || block.length === 0) return [];
        known.add(number);
        const kind = number === unmentioned.commit.pullRequest ? '/pull/' : '/issues/';
        const model = block.find(({ address }) => address.endsWith(kind)) ?? block[0];
        const line = `[#${number}]:${model?.gap ?? ' '}${model?.address ?? ''}${number}`;
        return [{ at: placeOf(block, number), lines: [line] }];
      },
    ),
  );
}

function readDefinitions({ lines }: Outline): readonly Definition[] {
  return lines.flatMap(({ text }, at) => {
    const [, number, gap = ' ', address] = DEFINITION.exec(text) ?? [];
    return number === undefined || address === undefined
      ? []
      : [{ at, number: Number(number), gap, address }];
  });
}

/** Those that stand together below the release, or the last of the file. */
function nearestBlock(all: readonly Definition[], start: number): readonly Definition[] {
  const first = all.findIndex(({ at }) => at >= start);
  const blocks = all.slice(Math.max(0, first));
  const end = blocks.findIndex(({ at }, index) => at !== (blocks[0]?.at ?? 0) + index);
  return end === -1 ? blocks : blocks.slice(0, end);
}

function placeOf(block: readonly Definition[], number: number): number {
  const rising = block.every((one, index) => one.number >= (block[index - 1]?.number ?? 0));
  const falling = block.every((one, index) => one.number <= (block[index - 1]?.number ?? Infinity));
  const later = block.find((one) =>
    rising ? one.number > number : falling && one.number < number,
  );
  return later?.at ?? (block.at(-1)?.at ?? 0) + 1;
}
