/** Rules over `engines` of roundsman.yaml. Pure. Whether a program or a key is there is for `doctor` to say. */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { namedEngines } from '../schema/engines-schema.ts';
import type { WrittenWorkspace } from '../schema/workspace-schema.ts';

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
