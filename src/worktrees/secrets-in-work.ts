/**
 * Secrets in what the agent made: in every object on the way, and in names. A known value is a reason to refuse all of it; what
 * only looks like a secret is told to the reviewer. Neither counts when the base has it too.
 *
 * **Invariant:** known values are looked for in all of it, in no smaller part and before anything is said of patterns. What could
 * not be read whole is refused.
 */
import { Buffer } from 'node:buffer';

import {
  contentsReader,
  OBJECT_CONTENTS_SCRIPT,
  type ObjectFacts,
} from '../git/object-contents.ts';
import { streamGit } from '../git/stream-git.ts';
import { latin1 } from '../platform/capped-log.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { inlineCode, plural } from '../words/text.ts';
import type { LookedAt } from './inspect-commits.ts';
import { bridgeGit, bridgeProgram } from './repository-calls.ts';

/** What is found by its look is no longer than this. */
const LEAST_OVERLAP = 65_536;

export interface SecretsInWork {
  readonly refused: string | null;
  readonly notices: readonly string[];
}

export const NO_SECRETS: SecretsInWork = { refused: null, notices: [] };

interface Sighting {
  /** Name of the value, or what it looks like. */
  readonly what: string;
  /** In words. */
  readonly where: string;
}

export async function secretsInWork(
  request: WorktreeRequest,
  made: LookedAt,
): Promise<SecretsInWork> {
  const seen = await lookThrough(request, made);
  if (!seen.isWhole)
    return { refused: 'its objects could not be read whole to look for secrets', notices: [] };
  const [known] = await knownBeyondBase(request, made, seen.known);
  const refused =
    known === undefined ? null : `${known.where} holds the value of ${inlineCode(known.what)}`;
  return { refused, notices: await patternNotices(request, made, seen.patterns) };
}

interface Seen {
  readonly isWhole: boolean;
  /** By the part of a value that was found: no more than there are values. */
  readonly known: ReadonlyMap<string, Sighting>;
  /** By what looks like a secret. */
  readonly patterns: ReadonlyMap<string, Sighting>;
}

/** So many are told of; nothing else hangs on them. */
const MOST_PATTERNS = 1_000;

async function lookThrough(request: WorktreeRequest, made: LookedAt): Promise<Seen> {
  const { redactor } = request;
  const known = new Map<string, Sighting>();
  const patterns = new Map<string, Sighting>();
  const look = (text: string, whereOf: (at: number) => string): void => {
    for (const { name, part, start } of redactor.findKnown(text))
      if (!known.has(part)) known.set(part, { what: name, where: whereOf(start) });
  };
  const guess = (text: string, where: string): void => {
    for (const { what, start, end } of redactor.findPatterns(text)) {
      if (patterns.size >= MOST_PATTERNS) return;
      const value = text.slice(start, end);
      if (!patterns.has(value)) patterns.set(value, { what, where });
    }
  };
  // A value may be spread over the folders of one path.
  const names = latin1(Buffer.from([...(made.paths ?? [])].join('\0')));
  look(names, () => NAME);
  const { base, tip } = made;
  // As people are shown it: out of whatever alphabet the commit says that it is in.
  const log = await bridgeGit(request)([
    'log',
    '--encoding=UTF-8',
    '--format=%an%n%ae%n%cn%n%ce%n%B',
    `${base}..${tip}`,
  ]);
  look(latin1(Buffer.from(log.stdout)), () => MESSAGE);
  const paths = new Map(made.changes.map(({ newId, path }) => [newId, path]));
  const isWhole = await searchObjects(request, [tip, `^${base}`], (searched) => {
    look(searched.text, placeIn(searched, paths));
    if (searched.object.type !== 'tree') guess(searched.text, placeIn(searched, paths)(0));
    return true;
  });
  guess(names, NAME);
  return { isWhole, known, patterns };
}

const NAME = 'the name of a file';
const MESSAGE = 'the message of a commit';

function placeIn(
  { object, text, from }: SearchedText,
  paths: ReadonlyMap<string, string>,
): (at: number) => string {
  const path = paths.get(object.id);
  switch (object.type) {
    case 'commit': {
      const header = text.indexOf('\n\n');
      return (at) => (from === 0 && at < header ? 'the header of a commit' : MESSAGE);
    }
    case 'tree':
      return () => NAME;
    default:
      return () => (path === undefined ? 'a commit' : inlineCode(path));
  }
}

/** Who can read the base can read what it has, in whatever form. Asked only of what would be refused, and of all of that. */
async function knownBeyondBase(
  request: WorktreeRequest,
  { base }: LookedAt,
  seen: ReadonlyMap<string, Sighting>,
): Promise<readonly Sighting[]> {
  const left = new Map(seen);
  if (left.size === 0) return [];
  await searchObjects(request, [`${base}^{tree}`], ({ text }) => {
    for (const { part } of request.redactor.findKnown(text)) left.delete(part);
    return left.size > 0;
  });
  return [...left.values()];
}

/** So many are looked for in the base; those beyond them are told of as if it did not have them. */
const MOST_ASKED = 50;

async function patternNotices(
  request: WorktreeRequest,
  { base }: LookedAt,
  seen: ReadonlyMap<string, Sighting>,
): Promise<readonly string[]> {
  const looks = new Set<string>();
  let asked = 0;
  for (const [text, { what, where }] of seen) {
    asked += 1;
    if (asked > MOST_ASKED || !(await isInBase(request, base, text)))
      looks.add(`${what} in ${where}`);
  }
  if (looks.size === 0) return [];
  const atLeast = seen.size >= MOST_PATTERNS ? 'at least ' : '';
  const more = looks.size > 5 ? ', …' : '';
  return [
    `look before you check it out: ${atLeast}${plural(looks.size, 'possible secret')}: ${[...looks].slice(0, 5).join(', ')}${more}`,
  ];
}

async function isInBase(request: WorktreeRequest, base: string, text: string): Promise<boolean> {
  // Broken into lines, or not text: it cannot be asked for, and was hardly written by a person.
  if (/[\r\n\0]/.test(text)) return false;
  const found = await bridgeGit(request)(
    ['grep', '--quiet', '--text', '--fixed-strings', '-f', '-', base, '--'],
    { stdin: `${Buffer.from(text, 'latin1').toString()}\n`, okExitCodes: [0, 1] },
  );
  return found.exitCode === 0;
}

/** Looks through everything that is in git objects, of whatever size, with little in memory. Objects are read from the bridge. */
interface SearchedText {
  readonly object: ObjectFacts;
  /** One character a byte; a whole object, or a piece of it that begins with the end of the one before. */
  readonly text: string;
  /** Where the piece begins in its object. */
  readonly from: number;
}

/**
 * @param revisions what has the objects, and with a `^` what does not
 * @param look false: enough
 * @returns whether it came to the end, and saw all: not when an object is missing
 */
async function searchObjects(
  request: WorktreeRequest,
  revisions: readonly string[],
  look: (searched: SearchedText) => boolean,
): Promise<boolean> {
  const overlap = Math.max(LEAST_OVERLAP, request.redactor.longest());
  let before = '';
  let from = 0;
  const reader = contentsReader((object, piece, isLast) => {
    const text = before + latin1(piece);
    const goesOn = look({ object, text, from });
    before = isLast ? '' : text.slice(-overlap);
    from = isLast ? 0 : from + text.length - before.length;
    return goesOn;
  });
  await streamGit({
    ...bridgeProgram(request),
    argv: ['sh', '-c', OBJECT_CONTENTS_SCRIPT, 'sh', ...revisions],
    verb: 'cat-file',
    take: (piece) => reader.push(piece),
  });
  return reader.isWhole();
}
