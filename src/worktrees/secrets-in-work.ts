/**
 * Secrets in what the agent made: contents and messages of every commit on the way, and names. A known value is a reason
 * to refuse them; what only looks like a secret is a word to the reviewer. What the base has too is neither.
 */
import { Buffer } from 'node:buffer';

import { inlineCode, plural } from '../domain/text.ts';
import { readBlobs } from '../git/cat-file.ts';
import { latin1 } from '../platform/redact-bytes.ts';
import type { WorktreeRequest } from './contract.ts';
import type { LookedAt } from './look-at-commits.ts';
import { bridgeGit, bridgeProgram } from './repository-calls.ts';

export interface SecretsInWork {
  readonly refused: string | null;
  readonly notices: readonly string[];
}

export const NO_SECRETS: SecretsInWork = { refused: null, notices: [] };

interface Sighting {
  readonly kind: 'known' | 'pattern';
  /** Name of the value, or what it looks like. */
  readonly what: string;
  readonly text: string;
  /** In words. */
  readonly where: string;
}

export async function secretsInWork(
  request: WorktreeRequest,
  made: LookedAt,
): Promise<SecretsInWork> {
  const seen = await lookThrough(request, made);
  const fresh: Sighting[] = [];
  const asked = new Map<string, boolean>();
  for (const sighting of seen) {
    const inBase = asked.get(sighting.text) ?? (await isInBase(request, made, sighting.text));
    asked.set(sighting.text, inBase);
    if (!inBase) fresh.push(sighting);
    if (asked.size >= MOST_ASKED) break;
  }
  const known = fresh.find(({ kind }) => kind === 'known');
  const refused =
    known === undefined ? null : `${known.where} holds the value of ${inlineCode(known.what)}`;
  const looks = [
    ...new Set(
      fresh
        .filter(({ kind }) => kind === 'pattern')
        .map(({ what, where }) => `${what} in ${where}`),
    ),
  ];
  return { refused, notices: looks.length === 0 ? [] : [banner(looks)] };
}

/** So many different ones are looked for in the base. */
const MOST_ASKED = 50;

async function lookThrough(request: WorktreeRequest, made: LookedAt): Promise<readonly Sighting[]> {
  const seen: Sighting[] = [];
  const look = (text: string, where: string): void => {
    const found = request.redactor.find(text);
    for (const { name, text: value } of found.known)
      seen.push({ kind: 'known', what: name, text: value, where });
    for (const { what, text: value } of found.patterns)
      seen.push({ kind: 'pattern', what, text: value, where });
  };
  for (const path of made.paths ?? []) look(latin1(Buffer.from(path)), 'the name of a file');
  const { base, tip } = made;
  const log = await bridgeGit(request)([
    'log',
    '--format=%an%n%ae%n%cn%n%ce%n%B',
    `${base}..${tip}`,
  ]);
  look(latin1(Buffer.from(log.stdout)), 'the message of a commit');
  const paths = new Map(made.changes.map(({ newId, path }) => [newId, path]));
  const { cwd, env } = bridgeProgram(request);
  const blobs = (made.blobs ?? []).map(({ id, size }) => ({ blob: id, size }));
  await readBlobs({ cwd, env }, blobs, (id, content) => {
    const path = paths.get(id);
    look(latin1(content), path === undefined ? 'a commit' : inlineCode(path));
  });
  return seen;
}

/** One that stands in the base is none to those who can read it. */
async function isInBase(
  request: WorktreeRequest,
  { base }: LookedAt,
  text: string,
): Promise<boolean> {
  // Broken into lines, or not text: it cannot be asked for, and was hardly written by a person.
  if (/[\r\n\0]/.test(text)) return false;
  const found = await bridgeGit(request)(
    ['grep', '--quiet', '--text', '--fixed-strings', '-f', '-', base, '--'],
    { stdin: `${Buffer.from(text, 'latin1').toString()}\n`, okExitCodes: [0, 1] },
  );
  return found.exitCode === 0;
}

function banner(looks: readonly string[]): string {
  const more = looks.length > 5 ? ', …' : '';
  return `look before you check it out: ${plural(looks.length, 'possible secret')}: ${looks.slice(0, 5).join(', ')}${more}`;
}
