/** The last question before a key is used: whether it belongs to the endpoint that it would be sent to. */
import type { Environment } from '../../platform/environment.ts';
import type { KeyBinding, UserSettings } from '../user-settings/contract.ts';
import { readAllSettings } from '../user-settings/read-user-settings.ts';
import { bindingsOf, whyBoundElsewhere } from './key-binding.ts';
import type { AccessEngine, Asked, ModelAccess } from './model-access.ts';

/** What is sent is sent where it belongs: a pair of endpoint and key that somebody wrote down, or a key that is bound to nothing else. */
/* oxlint-disable-next-line eslint/max-params -- what was asked, what was found, and where variables really are */
export async function heldToEndpoint(
  { engine, settings, user }: Asked,
  access: ModelAccess,
  env: Environment,
): Promise<ModelAccess> {
  if (access.kind !== 'key' || access.key === null) return access;
  if (settings.endpoint !== null && settings.key !== null) return access;
  const { name, value } = access.key;
  // Out of a file of the engine's own, which says where it belongs.
  if ((env[name] ?? '').trim() !== value) return access;
  const { provider } = user;
  const isNamed = provider.kind === 'named' && settings.endpoint === null;
  if (isNamed && provider.keys.includes(name)) return access;
  const use = { engine: engine.id, variable: name, endpoint: access.upstream };
  const all = await readAllSettings(env);
  const bindings = [...bindingsOf(all), ...movedKeys(engine, [environmentOf(env), ...all])];
  const failure = whyBoundElsewhere(use, bindings);
  return failure === null ? access : { kind: 'missing', failure };
}

type Variables = Pick<UserSettings, 'variables'>;

function environmentOf(env: Environment): Variables {
  return {
    variables: Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value: value.trim(), from: name }],
    ),
  };
}

/** Where people moved the endpoint of a key by a variable, as `ANTHROPIC_BASE_URL`: in the environment, or in a file of some engine. */
function movedKeys(
  { credentials }: AccessEngine,
  places: readonly Variables[],
): readonly KeyBinding[] {
  return (credentials?.keys ?? []).flatMap(({ variable, endpointVariable }) =>
    places.flatMap(({ variables }) => {
      const moved = variables.find(({ name, value }) => name === endpointVariable && value !== '');
      // A file with a key of its own beside the endpoint says nothing of those elsewhere.
      return moved === undefined || bringsKey(variables, variable)
        ? []
        : [{ variable, endpoint: moved.value, from: moved.from }];
    }),
  );
}

/** Another one of the same vendor: `ANTHROPIC_AUTH_TOKEN` where `ANTHROPIC_API_KEY` is asked for. In the environment it is itself one of them. */
function bringsKey(variables: Variables['variables'], variable: string): boolean {
  const vendor = variable.split('_', 1)[0] ?? '';
  return variables.some(
    ({ name, from }) =>
      from !== name && name.startsWith(`${vendor}_`) && /_(KEY|TOKEN)$/.test(name),
  );
}
