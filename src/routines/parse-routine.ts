/**
 * One routine file to a `Routine`, or all of its problems at once. Nothing here throws for what a file says.
 *
 * bytes → tree (`read-yaml`) → shorthands spelled out → `--set` laid over → schema → rules → defaults → domain.
 */
import { sha256 } from '../platform/hash.ts';
import { isRoutineId, type RoutineId } from '../words/ids.ts';
import type { EngineId } from '../words/routine.ts';
import type { NodePath, RuleBreach } from '../words/rule-breach.ts';
import { oneLine } from '../words/text.ts';
import type { SchedulePhrase } from '../words/trigger.ts';
import { expandShorthands } from './compile/expand-shorthands.ts';
import { withDefaults, type FullRoutine } from './compile/fill-defaults.ts';
import { toRoutine } from './compile/to-routine.ts';
import type { DefinitionContext, FollowedRoutine, RoutineReading } from './definition-context.ts';
import { nodeAt, type DocumentNode } from './document-node.ts';
import { applyOverrides } from './overrides.ts';
import { readYaml } from './read-yaml.ts';
import { engineBreaches } from './rules/engine-rules.ts';
import { policyWarnings } from './rules/policy-warnings.ts';
import { orderProblems, type Problem } from './rules/problem.ts';
import { referenceBreaches } from './rules/reference-rules.ts';
import { riskBreaches, riskWarnings } from './rules/risk-breaches.ts';
import { routineBreaches } from './rules/routine-rules.ts';
import { routineWarnings } from './rules/routine-warnings.ts';
import { scheduleBreaches } from './schedule/schedule-breaches.ts';
import { phrasesOf, scatterKey } from './schedule/schedule-entry.ts';
import { routineShape } from './schema/json-schema.ts';
import type { WrittenRoutine } from './schema/routine-schema.ts';
import { checkAgainstSchema, problemAt } from './schema/schema-problems.ts';

export interface RoutineSource {
  /** As people name it, `routines/todo-sweep.yaml`; its base name gives the id. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** `--set` values, as written. */
  readonly overrides?: readonly string[];
}

/** A routine with what `validate --resolved` needs to say where each value came from. */
export type ResolvedReading =
  | {
      readonly kind: 'resolved';
      readonly id: RoutineId;
      readonly full: FullRoutine;
      /** Of each schedule, in order; `null` for one that was not written in words. */
      readonly phrases: readonly (SchedulePhrase | null)[];
      readonly root: DocumentNode;
      /** `--set` values with whole keys. */
      readonly overrides: readonly string[];
      /** What is valid and most likely not meant. */
      readonly warnings: readonly Problem[];
    }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

export function parseRoutine(source: RoutineSource, context: DefinitionContext): RoutineReading {
  const resolved = resolveRoutine(source, context);
  if (resolved.kind === 'problems') return resolved;
  const { id, full, phrases, warnings, overrides } = resolved;
  const { timezone, connections } = context.workspace;
  const routine = toRoutine(full, { id, phrases, timezone, connections });
  return {
    kind: 'routine',
    routine,
    hash: sha256(JSON.stringify(routine)),
    warnings,
    follows: followsOf(resolved),
    ...(overrides.length === 0 ? {} : { overrides }),
  };
}

export function resolveRoutine(source: RoutineSource, context: DefinitionContext): ResolvedReading {
  const { file } = source;
  const id = routineIdOf(file);
  const naming = id === null ? [badName(file)] : [];
  const read = readYaml(file, source.bytes);
  if (read.kind === 'problems') return problems([...naming, ...read.problems]);

  const schema = routineShape();
  const overridden = applyOverrides(expandShorthands(read.root), source.overrides ?? []);
  const root = expandShorthands(overridden.root);
  const checked = { kind: 'routine' as const, file, root, schema };
  const { written, problems: found, trusted } = checkAgainstSchema(checked);
  const engine = chosenEngine(written, context.workspace.engine);
  const breaches =
    written === null
      ? []
      : [
          ...routineBreaches(written),
          ...(context.connectionsUnknown === true
            ? []
            : referenceBreaches(written, context.workspace.connections)),
          ...scheduleBreaches(written, context),
          ...(engine === null
            ? [noEngine(context.engines)]
            : trusted(['agent', 'engine']) && trusted(['collect'])
              ? [...engineBreaches(written, engine), ...riskBreaches(written, engine)]
              : []),
        ];
  const all = [
    ...naming,
    ...overridden.problems,
    ...found,
    ...breaches
      .filter((breach) => trusted(breach.path))
      .map(({ path, ...words }) => problemAt(checked, path, words)),
  ];
  if (id === null || engine === null || written === null || all.length > 0) return problems(all);
  const full = withDefaults(written, { id, engine, workspace: context.workspace });
  const phrases = phrasesOf(written.on.schedule ?? [], scatterKey(id, context.workspace));
  const warnings = [
    ...policyWarnings(full, context),
    ...routineWarnings(written, engine),
    ...riskWarnings(written, engine),
  ].map(({ path, ...words }) => problemAt(checked, path, words));
  const { overrides } = overridden;
  return {
    kind: 'resolved',
    id,
    full,
    phrases,
    root,
    overrides,
    warnings: orderProblems(warnings),
  };
}

/** Naming several engines counts as a choice: the first one applies. */
function chosenEngine(
  written: WrittenRoutine | null,
  ofWorkspace: EngineId | null,
): EngineId | null {
  const [first] = written?.agent.variants ?? [];
  const variant = typeof first === 'object' ? first.engine : first;
  return written?.agent.engine ?? ofWorkspace ?? variant ?? null;
}

function followsOf({
  full,
  root,
}: Extract<ResolvedReading, { kind: 'resolved' }>): readonly FollowedRoutine[] {
  const named = (id: string, path: NodePath): FollowedRoutine => {
    const place = nodeAt(root, path)?.place;
    return { id, line: place?.line ?? 1, column: place?.column ?? 1 };
  };
  return [
    ...(full.on.routine?.completed ?? []).map((id, index) =>
      named(id, ['on', 'routine', 'completed', index]),
    ),
    ...full.context.reports.from.flatMap((id, index) =>
      id === 'self'
        ? []
        : [{ ...named(id, ['context', 'reports', 'from', index]), by: 'reports' as const }],
    ),
  ];
}

/** `null` when the file's name is not a routine id. */
export function routineIdOf(file: string): RoutineId | null {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
  return isRoutineId(name) ? name : null;
}

function badName(file: string): Problem {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return {
    file,
    line: 1,
    column: 1,
    code: 'bad-id',
    message: `the file name "${oneLine(name, 80)}" gives no routine id`,
    hint: 'Name it with lower-case letters, digits and hyphens, at most 63, such as nightly-sweep.yaml.',
  };
}

function noEngine(engines: readonly string[]): RuleBreach {
  return {
    path: ['agent', 'engine'],
    code: 'no-engine',
    message: 'no engine is chosen, neither here nor in roundsman.yaml',
    hint: `Write \`agent: { engine: … }\` or \`engine: …\` in roundsman.yaml; found here: ${engines.length === 0 ? 'none' : engines.join(', ')}.`,
  };
}

function problems(found: readonly Problem[]): ResolvedReading & { kind: 'problems' } {
  return { kind: 'problems', problems: orderProblems(found) };
}
