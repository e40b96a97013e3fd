/** From the keys of the file to the words of the domain: durations in milliseconds, unions by kind. */
import { writtenKinds } from '../../collectors/registry.ts';
import { forgeOf } from '../../connectors/registry.ts';
import { takesProgram } from '../../engines/registry.ts';
import { parseByteSize } from '../../words/byte-size.ts';
import type { Connection } from '../../words/connection.ts';
import type { ContextSettings } from '../../words/context-settings.ts';
import { certain, milliseconds, parseDuration } from '../../words/duration.ts';
import type { FindingState } from '../../words/finding.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import type { OutputRules, PromptSource, Routine, WindowRule } from '../../words/routine.ts';
import type { InputRule, SchedulePhrase, Trigger } from '../../words/trigger.ts';
import { readScheduleEntry } from '../schedule/schedule-entry.ts';
import type { FullRoutine } from './fill-defaults.ts';
import { toNotify, toPolicy } from './to-policy-and-notify.ts';

// The key `on` in the words of the domain.

type FullTriggers = FullRoutine['on'];

/** @param phrases of each schedule, in order; `null` for one that was not written in words */
function toTriggers(
  on: FullTriggers,
  phrases: readonly (SchedulePhrase | null)[],
): readonly Trigger[] {
  const { webhook, deployment, git, files, routine, manual } = on;
  const triggers: Trigger[] = [...schedulesOf(on, phrases)];
  if (webhook !== undefined) {
    const secret = webhook.secret.slice('env:'.length);
    triggers.push({ kind: 'webhook', scheme: webhook.scheme, secret });
  }
  if (deployment !== undefined) {
    const { environment, state, ref } = deployment;
    triggers.push({ kind: 'deployment', environment, states: state, ref });
  }
  if (git !== undefined) {
    triggers.push({ kind: 'git', branches: git.branches, paths: git.paths, tags: git.tags });
  }
  if (files !== undefined) {
    const debounceMs = parseDuration(files.debounce) ?? 0;
    triggers.push({ kind: 'files', paths: files.paths, debounceMs });
  }
  if (routine !== undefined) {
    const completed = routine.completed.filter(isRoutineId);
    triggers.push({ kind: 'routine', completed, outcome: routine.outcome });
  }
  if (manual !== undefined) triggers.push({ kind: 'manual', inputs: inputsOf(manual.inputs) });
  return triggers;
}

function schedulesOf(
  on: FullTriggers,
  phrases: readonly (SchedulePhrase | null)[],
): readonly Trigger[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    // Spelled out already, so there is nothing left to scatter.
    const read = readScheduleEntry(entry, '');
    if (read?.kind !== 'rule') return [];
    const phrase = phrases[index] ?? null;
    const trigger = { kind: 'schedule', when: read.rule, timezone: entry.timezone } as const;
    return [phrase === null ? trigger : { ...trigger, phrase }];
  });
}

function inputsOf(
  written: NonNullable<FullTriggers['manual']>['inputs'],
): Readonly<Record<string, InputRule>> {
  const rules = Object.entries(written).map(([name, input]) => {
    const { type, description, required, options } = input;
    return [name, { type, description, required, byDefault: input.default, options }] as const;
  });
  return Object.fromEntries(rules);
}

// From `outputs` of a routine to the words of the domain.

/**
 * What an earlier Roundsman did not know is only there where it is set: a definition that sets none of it is the one that
 * it was, by its hash too.
 */
function toOutputs(
  outputs: FullRoutine['outputs'],
  connections: readonly Connection[],
): OutputRules {
  const { mode, branch, push, comment } = outputs;
  const update = outputs['update-item'];
  const close = outputs['close-item'];
  return {
    mode,
    branch: {
      protected: branch.protected,
      maxFiles: branch['max-files'],
      maxBytes: parseByteSize(branch['max-bytes']) ?? 0,
    },
    fileItem: fileItemOf(outputs['file-item']),
    ...(push === null ? {} : { push }),
    ...(comment === null ? {} : { comment }),
    ...(update === null ? {} : { updateItem: update }),
    ...(close === null ? {} : { closeItem: close }),
    ...pullRequestOf(outputs['pull-request'], connections),
  };
}

function fileItemOf(given: FullRoutine['outputs']['file-item']): OutputRules['fileItem'] {
  if (given === null) return null;
  const { mode, tracker, max, labels, expires } = given;
  return {
    mode,
    tracker,
    max,
    maxOpen: given['max-open'],
    ...(labels.length === 0 ? {} : { labels }),
    ...(expires === null ? {} : { expiresMs: parseDuration(expires) ?? 0 }),
  };
}

function pullRequestOf(
  given: FullRoutine['outputs']['pull-request'],
  connections: readonly Connection[],
): Pick<OutputRules, 'pullRequest'> {
  if (given === null) return {};
  const { mode, remote, base, draft, labels, reviewers, max, follow } = given;
  const forge = connections.find((one) => forgeOf(one) !== null);
  const via = given.via ?? forge?.name ?? '';
  const maxOpen = given['max-open'];
  return {
    pullRequest: { mode, via, remote, base, draft, labels, reviewers, max, maxOpen, follow },
  };
}

const OPEN: readonly FindingState[] = ['new', 'known', 'regressed'];

export interface RoutineSurroundings {
  readonly id: RoutineId;
  /** Of each schedule, in order; `null` for one that was not written in words. */
  readonly phrases: readonly (SchedulePhrase | null)[];
  /** The workspace's zone. */
  readonly timezone: string;
  readonly connections: readonly Connection[];
}

export function toRoutine(
  full: FullRoutine,
  { id, phrases, timezone, connections }: RoutineSurroundings,
): Routine {
  const { workspace } = full;
  return {
    id,
    name: full.name,
    intent: full.intent,
    owner: full.owner,
    enabled: full.enabled,
    triggers: toTriggers(full.on, phrases),
    ...(full['runs-on'].length === 0 ? {} : { runsOn: full['runs-on'] }),
    policy: toPolicy(full.policy, full.on.schedule?.[0]?.timezone ?? timezone),
    condition: conditionOf(full.condition),
    window: windowOf(full.window),
    collect: full.collect.flatMap((entry) =>
      writtenKinds(entry).map(([kind, settings]) => kind.toRule(settings)),
    ),
    agent: toAgent(full.agent),
    workspace: {
      base: workspace.base,
      isolation: workspace.isolation,
      history: workspace.history,
      include: workspace.include,
      setup: workspace.setup,
      serve: workspace.serve,
      checks: workspace.checks,
      ports: workspace.ports,
      keep: {
        successMs: milliseconds(workspace.keep.success),
        failureMs: milliseconds(workspace.keep.failure),
        waitingMs: milliseconds(workspace.keep.waiting),
      },
    },
    permissions: permissionsOf(full.permissions),
    acceptRisk: full['accept-risk'],
    report: {
      template: full.report.template,
      require: full.report.require,
      minCoverage: full.report['min-coverage'],
    },
    outputs: toOutputs(full.outputs, connections),
    context: toContext(full.context, id),
    limits: limitsOf(full.limits),
    ...(full.notify.length === 0 ? {} : { notify: toNotify(full.notify, connections) }),
  };
}

function toAgent(agent: FullRoutine['agent']): Routine['agent'] {
  return {
    engine: agent.engine,
    builtin: agent.engine === 'builtin' ? agent.builtin : null,
    command: takesProgram(agent.engine) ? agent.command : [],
    prompt: promptOf(agent.prompt, agent['prompt-file']),
    model: agent.model,
    maxTurns: agent['max-turns'],
    fallbacks: agent.fallbacks,
    variants: agent.variants,
  };
}

function limitsOf(limits: FullRoutine['limits']): Routine['limits'] {
  return {
    timeoutMs: milliseconds(limits.timeout),
    idleTimeoutMs: milliseconds(limits['idle-timeout']),
    budget: budgetOf(limits.budget),
    parkMaxMs: milliseconds(limits['park-max']),
    retry: {
      max: limits.retry.max,
      on: limits.retry.on,
      backoffMs: limits.retry.backoff.map(milliseconds),
    },
    ...resourcesOf(limits),
  };
}

/** What is named alone: a routine that names none is what it was before there were any. */
function resourcesOf(
  limits: FullRoutine['limits'],
): Pick<Routine['limits'], 'resources'> | undefined {
  const { processes, memory, disk } = limits;
  const file = limits['file-size'];
  const resources = {
    ...(processes === undefined ? {} : { processes }),
    ...(memory === undefined ? {} : { memoryBytes: bytes(memory) }),
    ...(file === undefined ? {} : { fileBytes: bytes(file) }),
    ...(disk === undefined ? {} : { diskBytes: bytes(disk) }),
  };
  return Object.keys(resources).length === 0 ? undefined : { resources };
}

function bytes(text: string): number {
  return certain(parseByteSize(text), text);
}

function budgetOf(budget: FullRoutine['limits']['budget']): Routine['limits']['budget'] {
  return budget === null
    ? null
    : {
        usdPerRun: budget['usd-per-run'],
        usdPerDay: budget['usd-per-day'],
        tokensPerRun: budget['tokens-per-run'],
        tokensPerDay: budget['tokens-per-day'],
        onExceed: budget['on-exceed'],
      };
}

function permissionsOf(full: FullRoutine['permissions']): Routine['permissions'] {
  const { 'on-denied': onDenied, ...rest } = full;
  return { ...rest, onDenied };
}

function conditionOf(condition: FullRoutine['condition']): Routine['condition'] {
  return condition === null
    ? null
    : { run: condition.run, timeoutMs: milliseconds(condition.timeout) };
}

function windowOf(window: FullRoutine['window']): WindowRule {
  if (typeof window === 'string') return { kind: window };
  const { since, max } = window;
  if (since !== 'last-success' && since !== 'last-run' && since !== 'last-deploy')
    return { kind: 'last', ms: milliseconds(since) };
  return { kind: 'since', since, maxMs: max === undefined ? null : milliseconds(max) };
}

function promptOf(text: string | null, path: string | null): PromptSource {
  if (text !== null) return { kind: 'inline', text };
  return path === null ? { kind: 'none' } : { kind: 'file', path };
}

/** `self` spelled out, states too; what is named twice is there once. */
function toContext(full: FullRoutine['context'], self: RoutineId): ContextSettings {
  const { reports, transcripts, findings, 'max-tokens': maxTokens, ...rest } = full;
  const from = reports.from.map((id) => (id === 'self' ? self : id));
  return {
    ...rest,
    reports: { last: reports.last, from: [...new Set(from)].filter((id) => isRoutineId(id)) },
    findings: [...new Set(findings.flatMap((state) => (state === 'open' ? OPEN : [state])))],
    transcripts:
      transcripts === null
        ? null
        : {
            lastMs: parseDuration(transcripts.last) ?? 0,
            maxTokens: transcripts['max-tokens'],
          },
    maxTokens,
  };
}
