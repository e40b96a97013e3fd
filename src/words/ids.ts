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
