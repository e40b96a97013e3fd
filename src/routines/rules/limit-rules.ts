/** Rules over `limits`: what contradicts itself, and what bounds nothing. Pure. */
import { findEngine } from '../../engines/registry.ts';
import { parseDuration } from '../../words/duration.ts';
import type { EngineId } from '../../words/routine.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

const SHORTEST_RESET_MS = 60_000;

export function limitBreaches({ limits }: WrittenRoutine): readonly RuleBreach[] {
  const { retry } = limits;
  if (retry.max === 0 || retry.on.length > 0) return [];
  return [
    {
      path: ['limits', 'retry', 'on'],
      code: 'no-cause',
      message: `\`limits.retry\` allows ${retry.max} further attempts, and names nothing after which`,
      hint: 'Name causes, such as `on: [rate-limit, network]`, or remove `limits.retry`.',
    },
  ];
}

export function limitWarnings(routine: WrittenRoutine, engine: EngineId): readonly RuleBreach[] {
  return [...budgetWarnings(routine, engine), ...parkWarnings(routine)];
}

function budgetWarnings(
  { agent, limits: { budget } }: WrittenRoutine,
  engine: EngineId,
): readonly RuleBreach[] {
  if (budget === null) return [];
  const path = ['limits', 'budget'];
  const variants = agent.variants.map((each) => (typeof each === 'string' ? each : each.engine));
  const engines = variants.length > 0 ? variants : [engine, ...agent.fallbacks];
  // What an engine without a protocol asks a model, if it asks one, is not visible.
  const uncounted = engines.filter((each) => findEngine(each).reader === null);
  if (uncounted.length === engines.length) {
    return [
      {
        path,
        code: 'useless-budget',
        message: `\`limits.budget\` bounds nothing: ${engine === 'builtin' ? 'the built-in engine asks no model' : `what \`engine: ${engine}\` asks a model is not counted`}`,
        hint:
          engine === 'builtin'
            ? 'Remove it, or choose an engine that asks a model.'
            : 'Remove it, and let the program keep its own bounds; `limits.timeout` holds for it.',
      },
    ];
  }
  const pairs = [
    ['usd-per-run', 'usd-per-day'],
    ['tokens-per-run', 'tokens-per-day'],
  ] as const;
  const values = pairs.flatMap((pair) => pair.map((key) => budget[key]));
  if (values.every((value) => value === null)) {
    return [
      {
        path,
        code: 'useless-budget',
        message: '`limits.budget` bounds nothing: it names no amount',
        hint: 'Add one, such as `usd-per-run: 3`.',
      },
    ];
  }
  return pairs.flatMap(([run, day]) => {
    const [perRun, perDay] = [budget[run], budget[day]];
    if (perRun === null || perDay === null || perRun <= perDay) return [];
    return [
      {
        path: [...path, run],
        code: 'useless-budget',
        message: `\`limits.budget.${run}\` is ${perRun}, more than the ${perDay} of a whole day`,
        hint: `Write at most ${perDay}, or raise \`${day}\`.`,
      },
    ];
  });
}

function parkWarnings({ limits, workspace }: WrittenRoutine): readonly RuleBreach[] {
  const text = limits['park-max'];
  const parkMax = parseDuration(text) ?? 0;
  const path = ['limits', 'park-max'];
  if (parkMax > 0 && parkMax < SHORTEST_RESET_MS) {
    return [
      {
        path,
        code: 'short-park',
        message: `\`limits.park-max\` is ${text}, and limits of models are hardly ever lifted within a minute`,
        hint: 'Write 6h, or 0s if no run should wait.',
      },
    ];
  }
  const keep = workspace.keep.waiting;
  if (parkMax <= (parseDuration(keep) ?? parkMax)) return [];
  return [
    {
      path,
      code: 'short-keep',
      message: `\`limits.park-max\` is ${text}, and \`workspace.keep.waiting\` lets the worktree of a waiting run go after ${keep}`,
      hint: `Write at most ${keep}, or keep it longer.`,
    },
  ];
}
