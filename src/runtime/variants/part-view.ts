/** A part as the run that it belongs to tells it. Pure. */
import { join } from 'node:path';

import { readTextIfThere, writeDurably } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readRunSpec } from '../../store/run-folder/run-guards.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { Failure } from '../../words/errors.ts';
import type { AgentVariant } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunPart, RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';

export interface PartPlace {
  readonly index: number;
  readonly label: string;
  readonly variant: AgentVariant;
}

export function partOfView({ index, label, variant }: PartPlace, view: RunView): RunPart {
  return {
    index,
    label,
    id: view.id,
    engine: view.engine,
    model: variant.model,
    state: view.state,
    result: view.result,
    skipped: view.skipped,
    branch: view.branch,
    head: view.head,
    diffstat: view.diffstat,
    findings: view.findings,
    usage: view.usage,
    credentials: view.credentials,
    isolation: view.isolation,
    until: view.until,
    waitingFor: view.waitingFor,
    reportPath: view.reportPath,
    failure: view.failure,
    startedAt: view.startedAt,
    endedAt: view.endedAt,
  };
}

/** Not begun yet; with a failure it never will be. */
export function partWithoutRun(
  { index, label, variant }: PartPlace,
  failure: Failure | null,
): RunPart {
  return {
    index,
    label,
    id: null,
    engine: variant.engine,
    model: variant.model,
    state: failure === null ? 'queued' : 'left-out',
    result: null,
    skipped: null,
    branch: null,
    head: null,
    diffstat: null,
    findings: { new: 0, known: 0, resolved: 0, regressed: 0 },
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: null, estimated: false },
    credentials: null,
    isolation: null,
    until: null,
    waitingFor: null,
    reportPath: null,
    failure,
    startedAt: null,
    endedAt: null,
  };
}

// The parts that a run is to start, kept in its folder: a later supervisor starts the same ones. Built-ins only.
type Folder = Pick<RunPaths, 'folder'>;

export async function writePlannedParts(paths: Folder, specs: readonly RunSpec[]): Promise<void> {
  await writeDurably(pathOf(paths), JSON.stringify(specs));
}

/** Empty when none were planned: the run ended before. */
export async function readPlannedParts(paths: Folder): Promise<readonly RunSpec[]> {
  const value = tryParseJson((await readTextIfThere(pathOf(paths))) ?? '');
  if (!Array.isArray(value)) return [];
  return value.map(readRunSpec).filter((spec) => spec !== null);
}

function pathOf({ folder }: Folder): string {
  return join(folder, 'parts.json');
}

// Runs, each followed by its parts: what several engines make of one task belongs together.
export async function runsWithParts(
  { runs }: Pick<Workspace, 'runs'>,
  views: readonly RunView[],
): Promise<readonly RunView[]> {
  const all: RunView[] = [];
  for (const view of views) {
    all.push(view);
    for (const { id } of view.parts) {
      const run = id === null ? null : await runs.read(id);
      if (run !== null) all.push(toRunView(run));
    }
  }
  return all;
}
