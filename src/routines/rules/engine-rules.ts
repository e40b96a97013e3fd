/** What the engines of a routine need: the one that works, its fallbacks, its variants. Pure. */
import { takesProgram } from '../../engines/registry.ts';
import type { EngineId } from '../../words/routine.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { namedEngines } from '../schema/engines-schema.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import type { WrittenWorkspace } from '../schema/workspace-schema.ts';

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

// Rules over `engines` of roundsman.yaml. Pure. Whether a program or a key is there is for `doctor` to say.
type Settings = NonNullable<WrittenWorkspace['engines']['claude']>;

export function engineSettingsBreaches({
  engines,
}: Pick<WrittenWorkspace, 'engines'>): readonly RuleBreach[] {
  return namedEngines(engines).flatMap(([id, settings]) => [
    ...uselessBreaches(id, settings),
    ...programBreaches(id, settings),
    ...keyBreaches(id, settings),
  ]);
}

export function engineSettingsWarnings({
  engines,
}: Pick<WrittenWorkspace, 'engines'>): readonly RuleBreach[] {
  return namedEngines(engines).flatMap(([id, { endpoint }]) => {
    if (endpoint === null || !endpoint.startsWith('http:')) return [];
    const { hostname } = new URL(endpoint);
    if (isNear(hostname)) return [];
    return [
      {
        path: ['engines', id, 'endpoint'],
        code: 'plain-endpoint',
        message: `\`engines.${id}.endpoint\` goes to ${oneLine(hostname, 80)} without encryption: anyone on the network path can read the key and all requests`,
        hint: 'Write https://, or an endpoint of this machine or your own network.',
      },
    ];
  });
}

function uselessBreaches(id: string, settings: Settings): readonly RuleBreach[] {
  if (id !== 'builtin' && id !== 'command') return [];
  // A program of the user's own is led to a model that is named for it.
  if (id === 'command' && settings.endpoint !== null) return [];
  const given = settings.program ?? settings.endpoint ?? settings.model ?? settings.key;
  if (given === null && settings.args.length === 0) return [];
  return [
    {
      path: ['engines', id],
      code: 'useless-key',
      message:
        id === 'builtin'
          ? '`engines.builtin` sets nothing: the built-in engine has no program and asks no model'
          : '`engines.command` sets nothing: the program is that of each routine',
      hint:
        id === 'builtin' ? 'Remove it.' : 'Remove it, and write `agent.command` in the routine.',
    },
  ];
}

/** It is undefined which folder a relative path would start from. */
function programBreaches(id: string, { program }: Settings): readonly RuleBreach[] {
  if (program === null || program.startsWith('/')) return [];
  if (program.trim() !== '' && !program.includes('/')) return [];
  return [
    {
      path: ['engines', id, 'program'],
      code: 'wrong-program',
      message:
        program.trim() === ''
          ? `\`engines.${id}.program\` is an empty text`
          : `\`engines.${id}.program\` is "${oneLine(program, 80)}", and neither a name on PATH nor an absolute path`,
      hint: 'Write a name such as claude, or an absolute path such as /opt/claude/bin/claude.',
    },
  ];
}

function keyBreaches(id: string, { key, credentials }: Settings): readonly RuleBreach[] {
  if (key === null || credentials === 'auto' || credentials === 'key') return [];
  return [
    {
      path: ['engines', id, 'key'],
      code: 'useless-key',
      message: `\`engines.${id}.key\` names a key, and \`credentials: ${credentials}\` uses none`,
      hint: 'Remove one of the two.',
    },
  ];
}

/** This machine or a private network, as far as the name itself tells. */
function isNear(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return (
    /^(127|10)(\.[0-9]{1,3}){3}$/.test(bare) ||
    /^192\.168(\.[0-9]{1,3}){2}$/.test(bare) ||
    /^172\.(1[6-9]|2[0-9]|3[01])(\.[0-9]{1,3}){2}$/.test(bare) ||
    /^(::1|f[cd][0-9a-f]{2}:.*)$/i.test(bare) ||
    /^([^.:]+|.*\.(local|localhost|internal|lan|home\.arpa))$/i.test(bare)
  );
}
