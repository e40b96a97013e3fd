/** The defaults that depend on other values or on the workspace. The schema has filled in the fixed ones. */
import type { BuiltinRecipe, EngineId, OutboxMode } from '../domain/routine.ts';
import type { WorkspaceConfig } from './definition-context.ts';
import type { WrittenRoutine } from './routine-schema.ts';
import { spellOut } from './schedule-entry.ts';
import { scatterKey } from './schedule-scatter.ts';

/** Every key of the format has its value; triggers that were not asked for are absent. */
export type FullRoutine = ReturnType<typeof withDefaults>;

export interface DefaultSource {
  readonly id: string;
  readonly engine: EngineId;
  readonly workspace: WorkspaceConfig;
}

/** Names of the facts that a routine's collectors leave, in order. */
export function collectorNames(collect: WrittenRoutine['collect']): readonly string[] {
  return collect.flatMap((entry) => [
    ...(entry.todos === undefined ? [] : ['todos']),
    ...(entry.commits === undefined ? [] : ['commits']),
    ...(entry.tickets === undefined ? [] : ['tickets']),
    ...(entry['release-notes'] === undefined ? [] : ['release-notes']),
    ...(entry.command === undefined ? [] : [entry.command.name]),
  ]);
}

export function withDefaults(written: WrittenRoutine, source: DefaultSource) {
  const { on, agent, limits, outputs, window } = written;
  return {
    name: written.name ?? source.id,
    intent: written.intent,
    owner: written.owner,
    enabled: written.enabled,
    on: {
      ...(on.schedule === undefined
        ? {}
        : {
            schedule: on.schedule.map((entry) =>
              spellOut(entry, {
                key: scatterKey(source.id, source.workspace),
                timezone: source.workspace.timezone,
              }),
            ),
          }),
      ...(on.manual === undefined ? {} : { manual: on.manual }),
    },
    window: typeof window === 'string' ? window : withWindowBound(window),
    collect: written.collect,
    agent: {
      engine: source.engine,
      builtin: recipeOf(written, source.engine),
      command: agent.command,
      prompt: agent.prompt,
      'prompt-file': agent['prompt-file'],
    },
    workspace: written.workspace,
    permissions: written.permissions,
    report: {
      ...written.report,
      'min-coverage': {
        ...Object.fromEntries(collectorNames(written.collect).map((name) => [name, 1])),
        ...written.report['min-coverage'],
      },
    },
    outputs: { ...outputs, 'file-item': fileItemOf(outputs) },
    limits: {
      timeout: limits.timeout ?? (source.engine === 'builtin' ? '10m' : '30m'),
      'idle-timeout': limits['idle-timeout'],
    },
  };
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

function fileItemOf(outputs: WrittenRoutine['outputs']): {
  mode: OutboxMode;
  tracker: 'local';
  max: number;
  'max-open': number;
} | null {
  const given = outputs['file-item'];
  return given === null
    ? null
    : {
        mode: given.mode ?? outputs.mode,
        tracker: given.tracker,
        max: given.max,
        'max-open': given['max-open'],
      };
}
