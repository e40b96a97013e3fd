/** A person's word on findings. Later runs are told, and quiet ones stay quiet. */
import { sha256 } from '../platform/hash.ts';
import { findRun } from '../routines/find-run.ts';
import type { Exclusively, FindingStore } from '../store/ports.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { Finding, FindingVerdict } from '../words/finding.ts';
import { idKindOf, shortIdOf } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import { ambiguousId, resolveId } from '../workspace/resolve-id.ts';
import { decideFinding, reopenFinding, separateFinding } from './decide-finding.ts';
import type { Said } from './finding-verdict.ts';

export interface FindingDecision {
  /** As typed: whole or shortened, with or without `F-`. With `among` runs, routines or folders; none: all. */
  readonly ids: readonly string[];
  /** The ids of those that wait for a person: of the groups named no other is decided on. */
  readonly among?: ReadonlySet<string>;
  readonly verdict: FindingVerdict;
}

/** Decides none of them when one is not known. Gives the findings as they are now. */
export async function decideFindings(
  workspace: Workspace,
  { ids, among, verdict }: FindingDecision,
): Promise<readonly Finding[]> {
  const wanted = among === undefined ? ids : await findingsOf(workspace, ids, among);
  return eachFinding(workspace, wanted, (one) => decideFinding({ ...one, verdict }));
}

/** Takes back what was decided on them. Throws `refused` for one without a verdict. */
export async function reopenFindings(
  workspace: Workspace,
  { ids, said }: { readonly ids: readonly string[]; readonly said: Said },
): Promise<readonly Finding[]> {
  return eachFinding(workspace, ids, (one) => reopenFinding({ ...one, said }));
}

/** Undoes that two were taken for one; `fingerprint` says which wording is a finding of its own, `null` the newest. */
export async function splitFindings(
  workspace: Workspace,
  request: { readonly id: string; readonly fingerprint: string | null; readonly by: string },
): Promise<readonly [Finding, Finding]> {
  const { id } = await findFinding(workspace, request.id);
  return separateFinding({
    ...storesOf(workspace),
    id,
    fingerprint: request.fingerprint,
    by: request.by,
    at: workspace.clock.now().toISOString(),
    hash: sha256,
  });
}

/** @param text as typed: whole or shortened, with or without `F-` */
export async function findFinding(workspace: Workspace, text: string): Promise<Finding> {
  const known = await workspace.findings.listAll();
  const id = idOf(known, text);
  const [found] = known.filter((finding) => finding.id === id);
  if (found === undefined) throw new TypeError(id);
  return found;
}

async function eachFinding(
  workspace: Workspace,
  ids: readonly string[],
  change: (one: {
    readonly findings: FindingStore;
    readonly exclusively: Exclusively;
    readonly id: string;
  }) => Promise<Finding>,
): Promise<readonly Finding[]> {
  const known = await workspace.findings.listAll();
  const wanted = new Set(ids.map((text) => idOf(known, text)));
  const changed: Finding[] = [];
  for (const id of wanted) changed.push(await change({ ...storesOf(workspace), id }));
  return changed;
}

function storesOf({ findings, locks }: Workspace): {
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
} {
  return { findings, exclusively: locks.ledger };
}

/** An id, the key of the item that carries it, or where it is: `src/store.js`, `src/store.js:3`. */
function idOf(known: readonly Finding[], text: string): string {
  const byName = known.filter((finding) => isNamed(finding, text));
  const [only] = byName;
  if (only !== undefined && byName.length === 1) return only.id;
  const typed = /^f-/i.test(text) || idKindOf(text) !== null ? text : `F-${text}`;
  const ids = (byName.length > 0 ? byName : known).map((finding) => finding.id);
  if (byName.length > 0) throw ambiguousId({ noun: 'finding', text, ids });
  return resolveId({
    noun: 'finding',
    ids,
    text: typed,
    typed: text,
    routines: known.map(({ routine }) => routine),
    listedBy: 'roundsman findings --all',
    ...(text.includes('/') ? { instead: 'All below a folder: --all FOLDER' } : {}),
  });
}

function isNamed({ item, location }: Finding, text: string): boolean {
  if (item !== null && item === text.toUpperCase()) return true;
  if (location === null) return false;
  const { path, line } = location;
  return text === path || text === `${path}:${line}`;
}

/** The ids of those of runs, routines or folders. Throws `not-found` for a word that is none of these, or has none. */
async function findingsOf(
  workspace: Workspace,
  words: readonly string[],
  among: ReadonlySet<string>,
): Promise<readonly string[]> {
  const known = await workspace.findings.listAll();
  const open = known.filter(({ id }) => among.has(id));
  if (words.length === 0 && open.length === 0) throw nothingOpen('this repository');
  if (words.length === 0) return open.map(({ id }) => id);
  const wanted = new Set<string>();
  for (const word of words) {
    const { whose, belongs } = await groupOf(workspace, known, word);
    const found = open.filter(belongs);
    if (found.length === 0) throw nothingOpen(whose);
    for (const { id } of found) wanted.add(id);
  }
  return [...wanted];
}

interface Group {
  readonly whose: string;
  readonly belongs: (finding: Finding) => boolean;
}

async function groupOf(
  workspace: Workspace,
  known: readonly Finding[],
  word: string,
): Promise<Group> {
  const ofRoutine = (finding: Finding): boolean => finding.routine === word;
  if (known.some(ofRoutine)) return { whose: word, belongs: ofRoutine };
  const folder = `${word.replace(/\/+$/, '')}/`;
  const below = ({ location }: Finding): boolean =>
    location?.path.startsWith(folder) === true || location?.path === word;
  if (known.some(below)) return { whose: folder, belongs: below };
  const run = await findRun(workspace, word).catch((thrown: unknown) => {
    if (word.includes('/') && asAppError(thrown).code === 'not-found') return null;
    throw thrown;
  });
  if (run === null) return { whose: folder, belongs: below };
  const { id } = run;
  return {
    whose: `run ${shortIdOf(id)} of ${run.routine}`,
    belongs: (one) => one.runs.includes(id),
  };
}

function nothingOpen(whose: string): AppError {
  return new AppError('not-found', {
    code: 'nothing-open',
    message: `${whose} has no finding to decide on`,
    hint: 'What only informs is decided by its id: roundsman findings --all. Requests: roundsman requests',
  });
}
