/** What the engines of a routine need: the one that works, its fallbacks, its variants. Pure. */
import { takesProgram } from '../../engines/registry.ts';
import type { EngineId } from '../../words/routine.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

/** The collector without which a recipe has nothing to work on. */
const RECIPE_NEEDS = {
  'todo-sweep': { collector: 'todos', example: 'collect: [todos]' },
  'ticket-digest': { collector: 'tickets', example: 'collect: [{ tickets: { path: tickets } }]' },
  'release-check': { collector: 'release-notes', example: 'collect: [release-notes]' },
  facts: undefined,
} as const;

/** What an engine needs to have something to do, and what it can do nothing with. */
export function engineBreaches(routine: WrittenRoutine, engine: EngineId): readonly RuleBreach[] {
  return [
    ...needBreaches(routine, engine, null),
    ...modelBreaches(routine, engine),
    ...fallbackBreaches(routine, engine),
    ...variantBreaches(routine),
  ];
}

/** @param path where the engine is named, when that is not `agent.engine` */
function needBreaches(
  routine: WrittenRoutine,
  engine: EngineId,
  path: NodePath | null,
): readonly RuleBreach[] {
  const { agent, collect } = routine;
  if (engine === 'builtin') return builtinBreaches(routine, path);
  if (takesProgram(engine)) {
    if (agent.command.length > 0) return [];
    return [
      {
        path: path ?? ['agent', 'command'],
        code: 'missing-command',
        message: `\`engine: ${engine}\` needs \`agent.command\``,
        hint:
          engine === 'command'
            ? 'Write the program and its arguments, such as `command: [node, tools/agent.mjs]`.'
            : 'Write the agent that speaks the Agent Client Protocol, and its arguments, such as `command: [opencode, acp]`.',
      },
    ];
  }
  const told = agent.prompt !== null || agent['prompt-file'] !== null;
  if (told || collect.length > 0) return [];
  return [
    {
      path: path ?? ['agent', 'engine'],
      code: 'nothing-to-do',
      message: `\`engine: ${engine}\` is not told what to do, and nothing is collected that it could report`,
      hint: 'Add `agent.prompt`, and say what to look at and how to know that it is done.',
    },
  ];
}

function builtinBreaches(
  { agent, collect }: WrittenRoutine,
  path: NodePath | null,
): readonly RuleBreach[] {
  const recipe = agent.builtin ?? null;
  const need = recipe === null ? undefined : RECIPE_NEEDS[recipe];
  if (need !== undefined && !collect.some((entry) => entry[need.collector] !== undefined)) {
    return [
      {
        path: path ?? ['agent', 'builtin'],
        code: 'missing-collector',
        message: `the recipe \`${recipe}\` needs the facts of the collector \`${need.collector}\``,
        hint: `Add \`${need.example}\`.`,
      },
    ];
  }
  if (collect.length > 0) return [];
  return [
    {
      path: path ?? ['agent', recipe === null ? 'engine' : 'builtin'],
      code: 'nothing-to-do',
      message:
        'the built-in engine follows no prose, and nothing is collected that it could report',
      hint: 'Add `collect: [todos]`, or choose `engine: command` with `agent.command`.',
    },
  ];
}

function modelBreaches({ agent }: WrittenRoutine, engine: EngineId): readonly RuleBreach[] {
  if (engine !== 'builtin') return [];
  const hint = 'Remove it, or choose an engine that asks a model.';
  const given: readonly RuleBreach[] =
    agent.model === null
      ? []
      : [
          {
            path: ['agent', 'model'],
            code: 'useless-key',
            message: '`agent.model` names a model, and the built-in engine asks none',
            hint,
          },
        ];
  if (agent.fallbacks.length === 0) return given;
  return [
    ...given,
    {
      path: ['agent', 'fallbacks'],
      code: 'useless-key',
      message:
        '`agent.fallbacks` is for engines whose model cannot be had, and the built-in engine asks none',
      hint,
    },
  ];
}

function fallbackBreaches(routine: WrittenRoutine, engine: EngineId): readonly RuleBreach[] {
  const { fallbacks, variants } = routine.agent;
  if (engine === 'builtin' || fallbacks.length === 0) return [];
  if (variants.length > 0) {
    return [
      {
        path: ['agent', 'fallbacks'],
        code: 'useless-key',
        message:
          '`agent.fallbacks` has no place beside `agent.variants`: each of them is one engine’s own work',
        hint: 'Keep one of the two.',
      },
    ];
  }
  return fallbacks.flatMap((fallback, index) => {
    const path = ['agent', 'fallbacks', index];
    if (fallback === engine || fallbacks.indexOf(fallback) < index) {
      return [
        {
          path,
          code: 'same-engine',
          message:
            fallback === engine
              ? `the fallback \`${fallback}\` is the engine itself`
              : `the fallback \`${fallback}\` is here twice`,
          hint: 'Name other engines, each once.',
        },
      ];
    }
    return needBreaches(routine, fallback, path);
  });
}

function variantBreaches(routine: WrittenRoutine): readonly RuleBreach[] {
  const variants = routine.agent.variants.map((variant) =>
    typeof variant === 'string' ? { engine: variant, model: null } : variant,
  );
  return variants.flatMap(({ engine, model }, index) => {
    const path = ['agent', 'variants', index];
    const first = variants.findIndex((other) => other.engine === engine && other.model === model);
    if (first < index) {
      return [
        {
          path,
          code: 'same-engine',
          message: `the variant \`${engine}\`${model === null ? '' : ` with \`${model}\``} is here twice`,
          hint: 'Name each engine once, or give them different models.',
        },
      ];
    }
    if (engine === 'builtin' && model !== null) {
      return [
        {
          path: [...path, 'model'],
          code: 'useless-key',
          message: 'the variant `builtin` has a model, and the built-in engine asks none',
          hint: 'Remove it.',
        },
      ];
    }
    return needBreaches(routine, engine, path);
  });
}
