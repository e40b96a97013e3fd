/** What persons enabled: it counts before what the ref says, until that says the same. */
import { heldBlob } from '../../git/held-blob.ts';
import { gitBlobId } from '../../platform/hash.ts';
import type { EnabledDefinition } from '../../store/definition-ports.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Problem } from '../rules/problem.ts';
import type { ActiveEntry, ActiveState, BrokenEntry } from './active-state.ts';
import { toScheduled } from './compile-at-ref.ts';
import type { CompileRequest } from './compile-request.ts';
import { compileSource } from './compile-source.ts';
import { keepDefinitions } from './keep-definitions.ts';

/** @param state with everything but what is enabled */
export async function compileEnabled(
  request: CompileRequest,
  state: ActiveState,
): Promise<ActiveState> {
  const { enabled } = request;
  if (enabled.corrupt !== null) {
    const problems = [...state.problems, corruptList(enabled.corrupt.path)];
    return { ...state, problems, enabled: request.before?.enabled ?? [] };
  }
  const compiled: ActiveEntry[] = [];
  const lost: BrokenEntry[] = [];
  const arrived: EnabledDefinition[] = [];
  for (const one of enabled.enabled) {
    const entry = await entryOf(request, one);
    if (entry === null) lost.push(lostEntry(one));
    else if (await hasArrived(request, state, { one, entry })) arrived.push(one);
    else compiled.push(entry);
  }
  const now = { ...state, enabled: compiled, broken: [...state.broken, ...lost] };
  if (arrived.length === 0) return now;
  const done = new Set(arrived.map(({ hash, routine }) => `${routine} ${hash}`));
  const { stamp } = await request.workspace.enabled.change((all) =>
    all.filter(({ routine, hash }) => !done.has(`${routine} ${hash}`)),
  );
  return { ...now, enabledStamp: stamp };
}

/** Compiled before, or stored when it was enabled; by another version of the product it is read again. */
async function entryOf(
  { workspace, before, surroundings }: CompileRequest,
  { hash, file, routine: id }: EnabledDefinition,
): Promise<ActiveEntry | null> {
  if (before?.surroundings === surroundings.stamp) {
    const known = before.enabled.find(
      ({ routine }) => routine.id === id && routine.definition === hash,
    );
    if (known !== undefined) return known;
  }
  const source = await workspace.enabled.readSource(hash);
  const compiled = source === null ? null : await compileSource(workspace, file, source);
  if (compiled === null) return null;
  await keepDefinitions(workspace, [compiled]);
  return { routine: toScheduled(compiled.routine, compiled.hash, 'enabled'), file, blob: '' };
}

/** Whether the ref says the same, or said so on its way to where it is now: then the person's wish has been met. */
/* oxlint-disable-next-line eslint/max-params -- all there is to know, the state so far, and the one in question */
async function hasArrived(
  request: CompileRequest,
  state: ActiveState,
  { one, entry }: { readonly one: EnabledDefinition; readonly entry: ActiveEntry },
): Promise<boolean> {
  if (state.broken.some(({ id }) => id === one.routine)) return false;
  const there = definitionOf(state, one);
  if (there === entry.routine.definition) return true;
  const { before } = request;
  const isMoved = there !== null && before !== null && there !== definitionOf(before, one);
  if (!isMoved || before.commit === null || state.commit === null) return false;
  return passedBy(request, one, { from: before.commit, to: state.commit });
}

function definitionOf(state: ActiveState, { routine: id }: EnabledDefinition): string | null {
  return state.atRef.find(({ routine }) => routine.id === id)?.routine.definition ?? null;
}

/* oxlint-disable-next-line eslint/max-params -- where, what, and the stretch of history */
async function passedBy(
  { workspace }: CompileRequest,
  { hash, file }: EnabledDefinition,
  range: { readonly from: CommitSha; readonly to: CommitSha },
): Promise<boolean> {
  const source = await workspace.enabled.readSource(hash);
  if (source === null) return false;
  const blob = gitBlobId(new TextEncoder().encode(source.text), range.to.length);
  const { location, gitEnv } = workspace;
  return heldBlob({ cwd: location.gitDir, env: gitEnv }, { ...range, path: file, blob });
}

function lostEntry({ routine, file }: EnabledDefinition): BrokenEntry {
  const problem = {
    ...atTop(file),
    code: 'enabled-lost',
    message: 'what was enabled of it cannot be read any more, so it does not count',
    hint: `Enable it again: roundsman enable ${routine}`,
  };
  return { id: routine, file, blob: '', problems: [problem] };
}

function corruptList(path: string): Problem {
  return {
    ...atTop(path),
    code: 'enabled-corrupt',
    message: 'the list of what was enabled cannot be read; the earlier one still counts',
    hint: 'Enable again what you want active: roundsman enable',
  };
}

function atTop(file: string): Pick<Problem, 'file' | 'line' | 'column'> {
  return { file, line: 1, column: 1 };
}
