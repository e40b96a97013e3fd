/** What enabling would change, told before it does. */
import { kindOf } from '../../collectors/registry.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord } from '../../platform/json.ts';
import { canonicalJson } from '../../words/canonical-json.ts';
import { formatDuration } from '../../words/duration.ts';
import { groupBy } from '../../words/group-by.ts';
import type { RoutineId } from '../../words/ids.ts';
import type {
  Routine,
  Condition,
  IsolationLevel,
  OutboxMode,
  Permissions,
} from '../../words/routine.ts';
import type { WorkspaceSettings } from '../../words/run-spec.ts';
import type { Trigger } from '../../words/trigger.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { levelHere } from '../../workspace/level-here.ts';
import { activeById, type ActiveRoutine } from '../active-routines.ts';
import { readActivity } from '../active/read-activity.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { runSettings } from '../definition-context.ts';
import { invalidDefinition, readCatalog } from '../definitions.ts';
import { findRoutine } from '../find-routine.ts';
import { comingSlots, schedulesOf, type ComingSlot } from '../next-slots.ts';
import type { Problem } from '../rules/problem.ts';

// What a definition may do once it is active: all that a person has to know before agreeing to it. Pure.
export interface MayRun {
  readonly engine: string;
  /** argv of the agent; empty for an engine of ours. */
  readonly command: readonly string[];
  /** The recipe of the built-in engine. */
  readonly builtin: string | null;
  /** What the agent is told, or the file that says it, taken from the base commit. */
  readonly prompt: { readonly text: string | null; readonly file: string | null };
  readonly condition: Condition | null;
  /** Commands that collect facts. */
  readonly collect: readonly { readonly name: string; readonly run: readonly string[] }[];
  readonly setup: readonly string[];
  readonly checks: readonly string[];
  /** Names of the variables that reach it. */
  readonly env: readonly string[];
  /** Untracked files of the checkout that are copied in. */
  readonly include: readonly string[];
  readonly isolation: Routine['workspace']['isolation'];
  /** The level that it would have here and now; `null` when what it asks for cannot be had here. */
  readonly level: IsolationLevel | null;
  /** Below level `sandbox` nothing closes it; there, `listed` is what `permissions.network` lets through. */
  readonly network: 'open' | 'listed' | 'none';
  readonly reach: Permissions['network'];
  /** What it may read of this machine at level `sandbox`, and what a branch of it may change; empty: everything. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly acceptRisk: string | null;
  readonly outputs: {
    readonly mode: OutboxMode;
    readonly fileItem: { readonly mode: OutboxMode; readonly max: number } | null;
    readonly push: {
      readonly mode: OutboxMode;
      readonly remote: string;
      readonly max: number;
    } | null;
  };
  readonly timeoutMs: number;
}

/** @param level that it would have here */
export function mayRun(routine: Routine, level: IsolationLevel | null): MayRun {
  const { agent, workspace, outputs, permissions } = routine;
  const { prompt } = agent;
  return {
    engine: agent.engine,
    command: agent.command,
    builtin: agent.builtin,
    prompt: {
      text: prompt.kind === 'inline' ? prompt.text : null,
      file: prompt.kind === 'file' ? prompt.path : null,
    },
    condition: routine.condition,
    collect: routine.collect.flatMap((collector) => kindOf(collector).programOf?.(collector) ?? []),
    setup: workspace.setup,
    checks: workspace.checks,
    env: permissions.env,
    include: workspace.include,
    isolation: workspace.isolation,
    level,
    network: networkOf(permissions, level),
    reach: permissions.network,
    read: permissions.read,
    write: permissions.write,
    acceptRisk: routine.acceptRisk,
    outputs: {
      mode: outputs.mode,
      fileItem:
        outputs.fileItem === null
          ? null
          : { mode: outputs.fileItem.mode, max: outputs.fileItem.max },
      push: outputs.push ?? null,
    },
    timeoutMs: routine.limits.timeoutMs,
  };
}

function networkOf(
  { network: { allow, setup } }: Permissions,
  level: IsolationLevel | null,
): MayRun['network'] {
  if (level === 'private' || level === 'worktree') return 'open';
  return allow.length + setup.length > 0 ? 'listed' : 'none';
}

export interface Activation {
  readonly id: RoutineId;
  readonly name: string;
  /** Of the working tree, relative to the root. */
  readonly file: string;
  /** sha256 of the normalized routine: what would be enabled. */
  readonly definition: string;
  /** sha256 of what a run takes from roundsman.yaml: engines, connections and the commands that read their secrets. */
  readonly settings: string;
  /** `active`: this content is active already. */
  readonly state: 'active' | 'new' | 'changed';
  /** What is active instead. */
  readonly against: Pick<ActiveRoutine, 'source' | 'from' | 'definition'> | null;
  /** Whether it starts by itself: `enabled: false` says that it does not. */
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  readonly mayRun: MayRun;
  /** The first few. */
  readonly next: readonly ComingSlot[];
  /** Against what is active; empty for a new one. */
  readonly changes: readonly DefinitionChange[];
  readonly warnings: readonly Problem[];
}

const SLOTS_SHOWN = 3;

/** Throws `not-found`, or `invalid-definition` with the problems of the routine or of roundsman.yaml. */
export async function describeActivation(workspace: Workspace, id: string): Promise<Activation> {
  const { described } = await describeActivations(workspace, [id]);
  const [first] = described;
  // Asked for one by its name, it is there or has been thrown.
  return first ?? describeActivation(workspace, id);
}

export interface Activations {
  readonly described: readonly Activation[];
  /** Broken in the working tree, when all were asked for. */
  readonly broken: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
}

/** @param ids `null`: all that the working tree holds and is not active */
export async function describeActivations(
  workspace: Workspace,
  ids: readonly string[] | null,
): Promise<Activations> {
  const [state, catalog] = await Promise.all([readActivity(workspace), readCatalog(workspace)]);
  if (catalog.workspaceProblems.length > 0) {
    throw invalidDefinition('roundsman.yaml', catalog.workspaceProblems);
  }
  const active = activeById(state);
  const chosen =
    ids === null ? soundOnes(catalog) : [...new Set(ids)].map((id) => one(catalog, id));
  const settings = settingsHash(runSettings(catalog.workspace));
  const described = await Promise.all(
    chosen.map(async (entry) => ({
      ...(await describe(workspace, entry, active.get(entry.id) ?? null)),
      settings,
    })),
  );
  return {
    described: ids === null ? described.filter((each) => each.state !== 'active') : described,
    broken: ids === null ? brokenOnes(catalog) : [],
  };
}

/** Of two readings of the same file the same, whatever the order of its keys. */
export function settingsHash(settings: WorkspaceSettings): string {
  return sha256(canonicalJson(settings));
}

type SoundEntry = Extract<CatalogEntry, { readonly kind: 'routine' }>;

function one(catalog: Catalog, id: string): SoundEntry {
  const broken = catalog.entries.find((entry) => entry.id === id && entry.kind === 'broken');
  if (broken?.kind === 'broken') throw invalidDefinition(broken.file, broken.problems);
  return findRoutine(catalog, id);
}

function soundOnes({ entries }: Catalog): readonly SoundEntry[] {
  return entries.flatMap((entry) => (entry.kind === 'routine' ? [entry] : []));
}

function brokenOnes({ entries }: Catalog): Activations['broken'] {
  return entries.flatMap((entry) =>
    entry.kind === 'broken' ? [{ id: entry.id, problems: entry.problems }] : [],
  );
}

async function describe(
  workspace: Workspace,
  { id, file, routine, hash, warnings }: SoundEntry,
  active: ActiveRoutine | null,
): Promise<Omit<Activation, 'settings'>> {
  const state = active === null ? 'new' : active.definition === hash ? 'active' : 'changed';
  const other = state === 'changed' ? await activeContent(workspace, active) : null;
  const search = { from: workspace.clock.now(), count: SLOTS_SHOWN };
  const { enabled, triggers, name } = routine;
  return {
    id,
    name,
    file,
    definition: hash,
    state,
    against:
      active === null
        ? null
        : { source: active.source, from: active.from, definition: active.definition },
    enabled,
    triggers,
    mayRun: mayRun(routine, await levelHere(workspace, routine)),
    next: enabled ? comingSlots(schedulesOf(triggers), search).slots : [],
    changes: other === null ? [] : definitionChanges(other, routine),
    warnings,
  };
}

async function activeContent(
  workspace: Workspace,
  active: ActiveRoutine | null,
): Promise<Routine | null> {
  if (active === null) return null;
  return (await workspace.definitions.read(active.definition))?.routine ?? null;
}

// Everything in which two versions of a routine differ. Pure.
export interface DefinitionChange {
  /** As one writes it: `workspace.setup`, `limits.timeout`, `on.schedule.when.expression`. */
  readonly key: string;
  /** JSON, or a duration; `null` where there is nothing. */
  readonly from: string | null;
  readonly to: string | null;
}

/** In the order of the keys. Nothing that differs is left out: a key that is not compared would be a way in. */
function definitionChanges(from: Routine, to: Routine): readonly DefinitionChange[] {
  const before = leavesOf(from);
  const after = leavesOf(to);
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return was === is ? [] : [{ key, from: was, to: is }];
  });
}

function leavesOf(routine: Routine): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const { triggers, ...rest } = routine;
  for (const [kind, [first, ...others]] of groupBy(triggers, (trigger) => trigger.kind)) {
    collect(others.length === 0 ? first : [first, ...others], `on.${kind}`, leaves);
  }
  collect(rest, '', leaves);
  return leaves;
}

/** Lists are compared whole: what stands where in them matters as well. */
function collect(value: unknown, key: string, leaves: Map<string, string>): void {
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value)) {
      const part = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      collect(inner, key === '' ? part : `${key}.${part}`, leaves);
    }
    return;
  }
  if (key.endsWith('-ms') && typeof value === 'number') {
    leaves.set(key.slice(0, -'-ms'.length), formatDuration(value));
  } else if (value !== null && value !== undefined) {
    leaves.set(key, JSON.stringify(value));
  }
}
