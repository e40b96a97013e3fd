/** Everything that runs and what goes on around them have left: looked at and measured, nothing judged or touched. */
import { basename, join } from 'node:path';

import { listFolder, readTextIfThere } from '../../../platform/files.ts';
import { sha256 } from '../../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { openRuntimeFolder, socketPath } from '../../../platform/sockets.ts';
import { findDaemon } from '../../../scheduler/ask-daemon.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { listQuarantined } from '../../../store/run-folder/quarantine.ts';
import { previewPaths } from '../../../store/run-folder/run-paths.ts';
import { formatDuration } from '../../../words/duration.ts';
import { isRunId } from '../../../words/ids.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import { listSpares, listUnfinishedSpares } from '../../../worktrees/spares/spare.ts';
import {
  type PinOwner,
  readPinOwner,
  surveyPins,
  type SurveyedRun,
} from '../../../worktrees/survey-runs.ts';
import { listBuried, trashFolder } from '../../../worktrees/tombstone.ts';
import { surveyHashed, surveyLeftFiles, surveyUnions, unionPinOwner } from './leftovers.ts';
import { present, remainsAt, type SurveyRequest, together } from './parts.ts';
import { surveyArchives, surveyLinkedWorktrees, surveyRunFolders } from './runs.ts';

// Worktrees made ready ahead: ready ones until their time is over, and those whose process died while it made them.

async function surveySpares({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const [ready, unfinished] = [await listSpares(stateDir), await listUnfinishedSpares(stateDir)];
  const [kept, making] = [await keptFacts(stateDir), await makingFacts(stateDir)];
  return present([
    ...(await Promise.all(ready.map((folder) => remainsAt('spare', folder, kept)))),
    ...(await Promise.all(unfinished.map((folder) => remainsAt('spare', folder, making)))),
  ]);
}

async function keptFacts(stateDir: string): Promise<RemainsFacts> {
  const text = await readTextIfThere(machinePaths(stateDir).sparesKept);
  const value = tryParseJson(text ?? '');
  const until = isRecord(value) ? value['until'] : null;
  if (typeof until !== 'string' || Number.isNaN(Date.parse(until)))
    return { kind: 'left', why: 'nothing says that it is needed' };
  const why = 'it waits for the next run (workspace.spares)';
  return { kind: 'ages', until, why, early: true };
}

async function makingFacts(stateDir: string): Promise<RemainsFacts> {
  const holder = parseIdentity(await readTextIfThere(machinePaths(stateDir).sparesLock));
  return holder !== null && isAlive(holder)
    ? { kind: 'needed', why: `process ${holder.pid} is making it` }
    : { kind: 'left', why: 'its process died while it made it' };
}

const UNUSED_MS = 30 * 86_400_000;

/** Of older versions, whose runs left programs and settings there for others. Nothing reads it any more. */
const OLD_PACKAGES = 'packages';

/** Runs name these files in their sandboxes for as long as they last, and nothing marks that use. */
const COVERS = 'covers';

interface WorkspaceSurvey {
  readonly remains: readonly Remains[];
  readonly runs: readonly SurveyedRun[];
}

interface WorkspaceSurveyRequest extends SurveyRequest {
  readonly archivesMs: number;
}

export async function surveyWorkspace(request: WorkspaceSurveyRequest): Promise<WorkspaceSurvey> {
  const { workspace, now } = request;
  const { remains, runs } = await surveyRunFolders(request);
  const archived = await surveyArchives(request);
  const reviewed = await reviewedOwners(request);
  const pins = await surveyPins({
    workspace: workspace.location,
    gitEnv: workspace.gitEnv,
    now,
    ownerOf: async (id) =>
      archived.runs.has(id)
        ? { kind: 'needs', why: 'the archive of its run rests on it' }
        : (reviewed(id) ??
          (await unionPinOwner(workspace, id, now)) ??
          readPinOwner(workspace.location.stateDir, id)),
  });
  return {
    runs,
    remains: [
      ...remains,
      ...(await surveyPreviews(request)),
      ...(await surveySpares(request)),
      ...(await surveyUnions(request)),
      ...(await surveyTrash(request)),
      ...archived.remains,
      ...(await surveyCaches(request)),
      ...(await surveyHashed(request)),
      ...pins,
      ...(await surveyLinkedWorktrees(request)),
      ...(await surveyLeftFiles(request)),
      ...(await surveySockets(request)),
      ...(await surveyQuarantine(request)),
      ...(await surveyRest(request)),
    ],
  };
}

/** Folders of runs that could not be read, set aside whole. */
async function surveyQuarantine({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const runs = await listQuarantined(workspace.location.stateDir);
  return present(
    await Promise.all(
      runs.map(async ({ id, folder, problem, at }) => {
        const why = `its run could not be read (${problem}) and was set aside, with what its agent left`;
        const one = await remainsAt('set-aside', folder, { kind: 'asked', why });
        return one === null
          ? null
          : { ...one, since: at === '' ? one.since : at, owner: { routine: null, run: id } };
      }),
    ),
  );
}

/** The socket of this workspace's daemon, when the daemon died without taking it along. */
async function surveySockets({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { env, location } = workspace;
  const daemon = await findDaemon(location.stateDir);
  const path = socketPath(await openRuntimeFolder(env), sha256(location.stateDir).slice(0, 16));
  return present([
    await remainsAt(
      'socket',
      path,
      daemon === null
        ? { kind: 'left', why: 'the daemon that answered there is dead' }
        : { kind: 'needed', why: `the daemon (process ${daemon.process.pid}) answers there` },
    ),
  ]);
}

/** What was condemned before and is not gone yet. */
async function surveyTrash({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { stones, unreadable } = await listBuried(stateDir);
  const buried = await Promise.all(
    stones.map((stone) =>
      remainsAt('trash', trashFolder(stateDir, stone), { kind: 'left', why: stone.why }),
    ),
  );
  const doubtful = await Promise.all(
    unreadable.map((path) =>
      remainsAt('trash', path, {
        kind: 'doubtful',
        why: `its record in ${machinePaths(stateDir).trash} cannot be read`,
      }),
    ),
  );
  return present([...buried, ...doubtful]);
}

/** All other records of the workspace: slots, findings, proposals, settings. They stay. */
async function surveyRest({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { runs, previews, spares, cache, archives, trash, quarantine } = machinePaths(stateDir);
  const hashed = workspace.files.hashed.map(({ folder }) => folder);
  const elsewhere = new Set(
    [runs, previews, spares, cache, archives, trash, quarantine, ...hashed].map((path) =>
      basename(path),
    ),
  );
  const names = (await listFolder(stateDir)).filter(
    (name) => !elsewhere.has(name) && !/\.lock(\.breaker)?$|\.tmp$|\.unreadable\./.test(name),
  );
  const facts = { kind: 'needed', why: 'slots, findings, requests and settings stay' } as const;
  const found = await Promise.all(
    names.map((name) => remainsAt('record', join(stateDir, name), facts)),
  );
  return together(present(found), stateDir);
}

/** Briefs that were composed without a run, and whose process died in the middle. */
async function surveyPreviews({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { previews } = machinePaths(stateDir);
  const found: (Remains | null)[] = [];
  for (const name of await listFolder(previews)) {
    const id = name.replace(/\.json$/, '');
    if (id === name || !isRunId(id)) continue;
    const claim = `${previews}/${name}`;
    const holder = parseIdentity(await readTextIfThere(claim));
    const alive = holder !== null && isAlive(holder);
    const { folder } = previewPaths(stateDir, id);
    const facts = alive
      ? ({ kind: 'needed', why: `process ${holder.pid} is at work on it` } as const)
      : ({ kind: 'left', why: 'its process died' } as const);
    const one =
      (await remainsAt('preview', folder, facts)) ?? (await remainsAt('preview', claim, facts));
    found.push(one === null ? null : { ...one, owner: { routine: null, run: id } });
  }
  return present(found);
}

/**
 * What review keeps below refs of ours: branches that were discarded, and those that went once they had landed.
 * By the id in the ref; `null`: it is none of review's.
 */
async function reviewedOwners({
  workspace,
  now,
  archivesMs,
}: SurveyRequest & { readonly archivesMs: number }): Promise<(id: string) => PinOwner | null> {
  const { discarded, landings } = workspace.review;
  const [gone, landed] = await Promise.all([discarded.list(), landings.list()]);
  const since = new Map<string, { readonly at: string; readonly what: string }>([
    ...gone.map(
      ({ id, at, branch }) => [id, { at, what: `the discarded branch ${branch}` }] as const,
    ),
    ...landed.map(
      ({ id, startedAt, endedAt }) =>
        [id, { at: endedAt ?? startedAt, what: 'a branch that landed' }] as const,
    ),
  ]);
  return (id) => {
    const one = since.get(id);
    if (one === undefined) return null;
    const until = new Date(Date.parse(one.at) + archivesMs);
    if (until <= now) return { kind: 'ended', since: one.at };
    const days = `${formatDuration(archivesMs)} (keep.archives)`;
    const why = `${one.what} can be restored until ${until.toISOString().slice(0, 10)}: kept for ${days}`;
    return { kind: 'needs', why };
  };
}

/** What may be made again at any time: the newer, the likelier that it is wanted. */
async function surveyCaches({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { cache } = machinePaths(workspace.location.stateDir);
  const names = await listFolder(cache);
  return present(
    await Promise.all(
      names.map((name) =>
        remainsAt('cache', join(cache, name), (changedMs) => factsOf(name, changedMs)),
      ),
    ),
  );
}

function factsOf(name: string, changedMs: number): RemainsFacts {
  if (name === COVERS)
    return { kind: 'needed', why: 'runs mount these empty files over credentials' };
  if (name === OLD_PACKAGES)
    return {
      kind: 'ages',
      until: new Date(0).toISOString(),
      why: 'an older version kept package caches there; nothing reads them any more',
      early: true,
    };
  return {
    kind: 'ages',
    until: new Date(changedMs + UNUSED_MS).toISOString(),
    why: 'caches are kept for 30 days after their last use',
    early: true,
  };
}
