import { AppError } from '../words/errors.ts';
import { idKindOf, type IdKind } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';

export interface IdSearch {
  /** What is looked for: `run`, `finding`, `request`. */
  readonly noun: string;
  /** Of the error when none matches; default: the noun with `-unknown`. */
  readonly code?: string;
  readonly ids: readonly string[];
  /** What is to match. */
  readonly text: string;
  /** As typed, where that is another text. */
  readonly typed?: string;
  /** That have some: naming one of them without `--all` is said. */
  readonly routines?: readonly string[];
  /** How to see them all: `roundsman runs`. */
  readonly listedBy: string;
  /** What may have been meant instead, as a sentence. */
  readonly instead?: string;
}

/** The one id that is meant; none or several are errors that say what to type. */
export function resolveId(search: IdSearch): string {
  const match = matchId(search.ids, search.text);
  const typed = oneLine(search.typed ?? search.text, 80);
  switch (match.kind) {
    case 'one':
      return match.id;
    case 'none':
      throw new AppError('not-found', {
        code: search.code ?? `${search.noun}-unknown`,
        message: `no ${search.noun} matches "${typed}"`,
        hint: hintFor(search),
      });
    case 'many':
      throw ambiguousId({ noun: search.noun, text: typed, ids: match.ids });
  }
}

export function ambiguousId({
  noun,
  text,
  ids,
}: Pick<IdSearch, 'noun' | 'text' | 'ids'>): AppError {
  const shown = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`;
  return new AppError('not-found', {
    code: 'id-ambiguous',
    message: `"${oneLine(text, 80)}" stands for ${ids.length} ${noun}s: ${shown}`,
    hint: 'Type more of the id.',
  });
}

/** An id of another kind says itself what it is. */
function hintFor(search: IdSearch): string {
  const { noun, text, typed = text, routines = [], listedBy, instead } = search;
  if (routines.includes(typed))
    return `${typed} is a routine. For all that it has open: --all ${typed}`;
  if (/\s/.test(typed))
    return `Give a reason as --reason "${typed}". \`${listedBy}\` lists the ids.`;
  const kind = idKindOf(typed);
  const lists = `\`${listedBy}\` lists them.${instead === undefined ? '' : ` ${instead}`}`;
  if (kind === null || kind === noun) return lists;
  const id = oneLine(typed, 40);
  return `${id} is the id of ${WITH_ARTICLE[kind]}: roundsman show ${id}. ${lists}`;
}

const WITH_ARTICLE: Readonly<Record<IdKind, string>> = {
  finding: 'a finding',
  request: 'a request',
  item: 'an item',
  decision: 'a decision',
  knowledge: 'a piece of knowledge',
  'branch group': 'a branch group',
  message: 'a message',
};

// Ids may be shortened while they are unique: a beginning of at least three characters, or an ending of four. Pure.

export type IdMatch =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'many'; readonly ids: readonly string[] };

/** Fewer are typed for a place in a list. What stands before a dash says of which kind an id is. */
const SHORTEST_START = 3;
const SHORTEST_ENDING = 4;

/** An exact id wins over every shortening; letters count alike in upper and lower case. */
export function matchId(ids: readonly string[], text: string): IdMatch {
  const wanted = text.toLowerCase();
  if (wanted === '') return { kind: 'none' };
  const exact = ids.find((id) => id.toLowerCase() === wanted);
  if (exact !== undefined) return { kind: 'one', id: exact };
  const found = ids.filter((id) => {
    const known = id.toLowerCase();
    return known.startsWith(wanted) || (wanted.length >= SHORTEST_ENDING && known.endsWith(wanted));
  });
  const [first, ...others] = found;
  const isShort = wanted.replace(/^[a-z]+-/, '').length < SHORTEST_START;
  if (first === undefined || (isShort && others.length === 0)) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', id: first } : { kind: 'many', ids: found };
}
