/** Branded names, so that a branch is never passed for a commit. Guards check; nothing casts. */

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type RoutineId = Branded<'RoutineId'>;
export type RunId = Branded<'RunId'>;
export type SlotKey = Branded<'SlotKey'>;
export type CommitSha = Branded<'CommitSha'>;
/** Without `refs/heads/`. */
export type BranchName = Branded<'BranchName'>;
export type ItemKey = Branded<'ItemKey'>;

const ROUTINE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** A ULID in lower case: sorts by time, and its last six characters serve as the short id. */
const RUN_ID = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const SLOT_KEY = /^(at|event|manual|backfill|replay):[\x21-\x7e]{1,200}$/;
const COMMIT_SHA = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const BRANCH = /^(?!.*(\.\.|\/\/|@\{|\.lock(\/|$)))(?![-/.])[A-Za-z0-9._/+-]{1,200}(?<![/.])$/;
const ITEM_KEY = /^RM-[1-9][0-9]{0,8}$/;

export function isRoutineId(text: string): text is RoutineId {
  return ROUTINE_ID.test(text);
}

export function isRunId(text: string): text is RunId {
  return RUN_ID.test(text);
}

export function isSlotKey(text: string): text is SlotKey {
  return SLOT_KEY.test(text);
}

export function isCommitSha(text: string): text is CommitSha {
  return COMMIT_SHA.test(text);
}

/** Stricter than git: names are made by us, and git itself takes `x/-u./p` for a branch. */
export function isBranchName(text: string): text is BranchName {
  return BRANCH.test(text);
}

export function isItemKey(text: string): text is ItemKey {
  return ITEM_KEY.test(text);
}

/** The six characters that stand in branch names and lists; unique enough within one routine and day. */
export function shortIdOf(id: RunId): string {
  return id.slice(-6);
}

// What an id is of, as far as its form says: `F-3fa9` is a finding. Pure.

export type IdKind =
  | 'finding'
  | 'request'
  | 'item'
  | 'decision'
  | 'knowledge'
  | 'branch group'
  | 'message';

const FORMS: readonly (readonly [IdKind, RegExp])[] = [
  ['finding', /^f-[0-9a-f]+$/i],
  ['request', /^p-[0-9a-z]+(-\d+)?$/i],
  ['item', /^rm-\d+$/i],
  ['decision', /^d-\d+$/i],
  ['knowledge', /^k-\d+$/i],
  ['branch group', /^s-[0-9a-f]+$/i],
  // Comments on branches are numbered: M-1.
  ['message', /^m-(?!\d{1,5}$)[0-9a-f]+$/i],
];

/** `null`: a run, a routine, a branch, or nothing that is known. */
export function idKindOf(text: string): IdKind | null {
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? null;
}

// From what a person typed to the id of a routine. Pure.

/** The nearest id to a name, a path or a title; `null` when nothing of it can stand in one. */
export function suggestId(text: string): RoutineId | null {
  const name = text.slice(text.replace(/\/+$/, '').lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '');
  const id = name
    .slice(0, 500)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return isRoutineId(id) ? id : null;
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** When it was made, to the millisecond: its first ten characters. */
export function madeAt(id: RunId): Date {
  return new Date(
    Array.from(id.slice(0, 10)).reduce((sum, one) => sum * 32 + CROCKFORD.indexOf(one), 0),
  );
}
