/** What is known of one changed file of a branch. Plain data, kept under the ids of its two blobs. */
import { z } from 'zod';

import { LANGUAGE_IDS } from '../symbols/language-table.ts';

export const DEFINITION_CHANGES = [
  'added',
  'removed',
  'renamed',
  'signature',
  'body',
  'members',
] as const;

const row = z.number().int().min(0);
const name = z.string().max(300);

export const HunkFact = z.object({
  /** Rows from 0, half open: old `from` to `to` became new `at` to `end`. */
  from: row,
  to: row,
  at: row,
  end: row,
  text: z.string(),
  /** The smallest definition that it lies in as a whole, before the change: `Clock.now`. */
  around: z.string().nullable(),
  /** Rows of that, where it is a function; else 0. */
  aroundRows: row,
  /** More than comments and blank lines. */
  code: z.boolean(),
  /** Names that stand in it more or less often than before, only those that do so more often, and all that stood or stand in it. */
  differs: z.array(name),
  grows: z.array(name),
  says: z.array(name),
});
export type HunkFact = z.infer<typeof HunkFact>;

export const DefinitionFact = z.object({
  kind: z.string(),
  name,
  container: name.nullable(),
  change: z.enum(DEFINITION_CHANGES),
  /** Of a renamed one. */
  to: name.nullable(),
  row,
  text: z.string(),
  /** Its own, or of what it belongs to. */
  heritage: z.array(name),
  /** Of an interface: names of what it asked for before the change. */
  members: z.array(name),
});
export type DefinitionFact = z.infer<typeof DefinitionFact>;

export const UseFact = z.object({
  name,
  how: z.enum(['bare', 'member', 'key']),
  on: name.nullable(),
  /** What the word before the dot seems to be: the name of a type. */
  of: name.nullable(),
  row,
  text: z.string(),
  called: z.boolean(),
  local: z.boolean(),
  within: name.nullable(),
});
export type UseFact = z.infer<typeof UseFact>;

export const ImportFact = z.object({
  module: z.string(),
  names: z.array(z.object({ name, as: name })),
  namespace: name.nullable(),
  wildcard: z.boolean(),
  /** On a line that the branch changed. */
  changed: z.boolean(),
  /** Names that the branch takes from there and did not take before. */
  fresh: z.array(name),
  row,
  text: z.string(),
});
export type ImportFact = z.infer<typeof ImportFact>;

export const WordFact = z.object({ name, row, text: z.string() });
export type WordFact = z.infer<typeof WordFact>;

export const FileFacts = z.object({
  language: z.enum(LANGUAGE_IDS).nullable(),
  /** Why its code was not read; `null`: it was, or there is no parser for it. */
  unread: z.string().nullable(),
  oldLines: row,
  newLines: row,
  hunks: z.array(HunkFact),
  definitions: z.array(DefinitionFact),
  uses: z.array(UseFact),
  imports: z.array(ImportFact),
  /** Classes of the new text by what they come from. */
  heritage: z.record(z.string(), z.array(name)),
  /** Words with a capital anywhere in the new text: types that it speaks of. */
  types: z.array(name),
  /** What the new text defines at its top. */
  tops: z.array(name),
  package: z.string().nullable(),
  /** Of files that nothing parses: what changed lines seem to define, and all their words. */
  named: z.array(WordFact),
  words: z.array(WordFact),
});
export type FileFacts = z.infer<typeof FileFacts>;
