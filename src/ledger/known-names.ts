/** The names that a person could type here, for shells to complete. On the quick path: no yaml, no zod, no git. */
import { join } from 'node:path';

import { listFolder } from '../platform/files.ts';
import { ROUTINES_FOLDER } from '../routines/catalog.ts';
import { readCatalog } from '../routines/definitions.ts';
import { inputRules } from '../routines/inputs.ts';
import { isRoutineId, shortIdOf } from '../words/ids.ts';
import { newestVersion, type NoteKind } from '../words/note.ts';
import { formatOutcome } from '../words/run-outcome.ts';
import { oneLine } from '../words/text.ts';
import { openWorkspace, type OpenRequest } from '../workspace/open-workspace.ts';
import { stateAt } from './finding-life.ts';

export interface KnownName {
  readonly value: string;
  readonly text: string;
}

/** The maximum of each list: more would not be read. */
const MOST = 100;
const QUIET = new Set(['resolved', 'dismissed', 'snoozed']);

/** By their files: also the broken ones can be named. */
export async function knownRoutines(here: OpenRequest): Promise<readonly KnownName[]> {
  const { location } = await openWorkspace(here);
  const names = await listFolder(join(location.root, ROUTINES_FOLDER));
  const ids = names.flatMap((name) => /^(.+)\.ya?ml$/.exec(name)?.[1] ?? []).filter(isRoutineId);
  return [...new Set(ids)].map((value) => ({ value, text: '' }));
}

/** Of roundsman.yaml as it was read last. */
export async function knownConnectionNames(here: OpenRequest): Promise<readonly KnownName[]> {
  const { workspace } = await readCatalog(await openWorkspace(here));
  return workspace.connections.map(({ name, kind }) => ({ value: name, text: kind }));
}

/** Newest first, short as lists show them; whole when that is what was begun. */
export async function knownRuns(here: OpenRequest, typed: string): Promise<readonly KnownName[]> {
  const { runs } = await openWorkspace(here);
  const { views } = await runs.listViews({ limit: MOST });
  const named = views.map((view) => ({ view, text: `${view.routine}: ${formatOutcome(view)}` }));
  const short = named.map(({ view, text }) => ({ value: shortIdOf(view.id), text }));
  if (typed === '' || short.some(({ value }) => value.startsWith(typed))) return short;
  return named.map(({ view, text }) => ({ value: view.id, text }));
}

/** Those that are open. */
export async function knownFindings(here: OpenRequest): Promise<readonly KnownName[]> {
  const { findings, clock } = await openWorkspace(here);
  const now = clock.now().toISOString();
  return (await findings.listAll())
    .filter((finding) => !QUIET.has(stateAt(finding, now)))
    .slice(0, MOST)
    .map(({ id, title }) => ({ value: id, text: oneLine(title, 60) }));
}

/** Those that are open, the newest first. */
export async function knownItems(here: OpenRequest): Promise<readonly KnownName[]> {
  const { items } = await openWorkspace(here);
  return (await items.list())
    .filter(({ state }) => state === 'open')
    .slice(-MOST)
    .toReversed()
    .map(({ key, title }) => ({ value: key, text: oneLine(title, 60) }));
}

export interface KnownInput {
  readonly name: string;
  readonly text: string;
  /** Empty where anything goes. */
  readonly choices: readonly string[];
}

/** Of one routine, as its file stands; none of a broken one. */
export async function knownInputs(
  here: OpenRequest,
  routine: string,
): Promise<readonly KnownInput[]> {
  const { entries } = await readCatalog(await openWorkspace(here));
  const entry = entries.find(({ id }) => id === routine);
  if (entry?.kind !== 'routine') return [];
  return Object.entries(inputRules(entry.routine.triggers)).map(([name, rule]) => ({
    name,
    text: oneLine(rule.description ?? rule.type, 60),
    choices: rule.type === 'boolean' ? ['true', 'false'] : rule.options,
  }));
}

/** Those that wait. */
export async function knownProposals(here: OpenRequest): Promise<readonly KnownName[]> {
  const { proposals } = await openWorkspace(here);
  return (await proposals.list())
    .filter(({ state }) => state === 'held')
    .slice(0, MOST)
    .map(({ id, summary }) => ({ value: id, text: oneLine(summary, 60) }));
}

/** Those that wait or count; the newest of them. */
export async function knownNotes(here: OpenRequest, kind: NoteKind): Promise<readonly KnownName[]> {
  const { notes } = await openWorkspace(here);
  return (await notes.list(kind))
    .filter(({ state }) => state === 'proposed' || state === 'approved')
    .slice(-MOST)
    .map((note) => ({ value: note.id, text: oneLine(newestVersion(note).title, 60) }));
}
