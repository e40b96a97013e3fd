/** The defaults that depend on other values or on the workspace. The schema has filled in the fixed ones. */
import { factsNames } from '../../collectors/registry.ts';
import { parseDuration } from '../../words/duration.ts';
import type { Overlap } from '../../words/policy.ts';
import type { BuiltinRecipe, EngineId } from '../../words/routine.ts';
import type { WorkspaceConfig } from '../definition-context.ts';
import { spellOut, type ScheduleEntry, scatterKey } from '../schedule/schedule-entry.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

const HOUR_MS = 3_600_000;

/** Every key of the format has its value; triggers that were not asked for are absent. */
export type FullRoutine = ReturnType<typeof withDefaults>;

export interface DefaultSource {
  readonly id: string;
  readonly engine: EngineId;
  readonly workspace: WorkspaceConfig;
}

export function withDefaults(written: WrittenRoutine, source: DefaultSource) {
  const { on, policy, agent, limits, outputs, window } = written;
  const spelling = {
    key: scatterKey(source.id, source.workspace),
    timezone: source.workspace.timezone,
  };
  const schedule = on.schedule?.map((entry) => spellOut(entry, spelling));
  return {
    name: written.name ?? source.id,
    intent: written.intent,
    owner: written.owner,
    enabled: written.enabled,
    on: {
      ...(schedule === undefined ? {} : { schedule }),
      ...(on.webhook === undefined ? {} : { webhook: on.webhook }),
      ...(on.deployment === undefined ? {} : { deployment: on.deployment }),
      ...(on.git === undefined ? {} : { git: on.git }),
      ...(on.files === undefined ? {} : { files: on.files }),
      ...(on.routine === undefined ? {} : { routine: on.routine }),
      ...(on.manual === undefined ? {} : { manual: on.manual }),
    },
    'runs-on': written['runs-on'],
    policy: {
      overlap: policy.overlap ?? overlapOf(on),
      misfire: policy.misfire,
      'starting-deadline': policy['starting-deadline'] ?? deadlineOf(schedule),
      jitter: policy.jitter,
      cooldown: policy.cooldown,
      'pause-after-failures': policy['pause-after-failures'],
      until: policy.until,
      touches: policy.touches,
      concurrency: policy.concurrency,
    },
    condition: written.condition,
    window: typeof window === 'string' ? window : withWindowBound(window),
    collect: written.collect,
    agent: {
      ...agent,
      engine: source.engine,
      builtin: recipeOf(written, source.engine),
      variants: agent.variants.map((one) =>
        typeof one === 'string' ? { engine: one, model: null } : one,
      ),
    },
    workspace: written.workspace,
    permissions: written.permissions,
    'accept-risk': written['accept-risk'],
    context: written.context,
    report: { ...written.report, 'min-coverage': coverageOf(written) },
    outputs: outputsOf(outputs),
    notify: written.notify,
    limits: {
      ...limits,
      timeout: limits.timeout ?? (source.engine === 'builtin' ? '10m' : '30m'),
    },
  };
}

function coverageOf({ collect, report }: WrittenRoutine): Record<string, number> {
  return {
    ...Object.fromEntries(factsNames(collect).map((name) => [name, 1])),
    ...report['min-coverage'],
  };
}

/** A slot of a schedule stands for the time since the last run, one of a deployment for that deployment alone: skipped, it is never checked. */
function overlapOf({ deployment }: WrittenRoutine['on']): Overlap {
  return deployment === undefined ? 'skip' : 'buffer-all';
}

/** The shortest interval under an hour, else half a day. */
function deadlineOf(schedule: readonly ScheduleEntry[] | undefined): string {
  const intervals = (schedule ?? []).flatMap(({ every }) => {
    const ms = every === undefined ? null : parseDuration(every);
    return every !== undefined && ms !== null && ms < HOUR_MS ? [{ every, ms }] : [];
  });
  const [shortest] = intervals.toSorted((left, right) => left.ms - right.ms);
  return shortest?.every ?? '12h';
}

function withWindowBound(window: { since: string; max?: string | undefined }): {
  since: string;
  max?: string;
} {
  if (window.max !== undefined) return { since: window.since, max: window.max };
  return window.since.startsWith('last-')
    ? { since: window.since, max: '7d' }
    : { since: window.since };
}

function recipeOf(written: WrittenRoutine, engine: EngineId): BuiltinRecipe | null {
  const named = written.agent.builtin ?? null;
  if (named !== null || engine !== 'builtin' || written.collect.length === 0) return named;
  return 'facts';
}

function outputsOf(outputs: WrittenRoutine['outputs']) {
  return {
    ...outputs,
    'file-item': withMode(outputs['file-item'], outputs.mode),
    comment: withMode(outputs.comment, outputs.mode),
    'update-item': withMode(outputs['update-item'], outputs.mode),
    'close-item': withMode(outputs['close-item'], outputs.mode),
    push: withMode(outputs.push, outputs.mode),
    'pull-request': withMode(outputs['pull-request'], outputs.mode),
  };
}

/** Each kind of proposal has a mode of its own, or that of them all. */
function withMode<Given extends { readonly mode?: Mode | undefined }>(
  given: Given | null,
  mode: Mode,
): (Omit<Given, 'mode'> & { readonly mode: Mode }) | null {
  return given === null ? null : { ...given, mode: given.mode ?? mode };
}

type Mode = WrittenRoutine['outputs']['mode'];
