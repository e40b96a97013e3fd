/** What an agent gets to reach its model with, and what stays with its supervisor. */
import { join } from 'node:path';

import {
  keyVariables,
  type KeyAccess,
  type ModelAccess,
} from '../../engines/access/model-access.ts';
import { resolveAccess } from '../../engines/access/resolve-access.ts';
import type { Engine, EngineAccess } from '../../engines/contract.ts';
import type { LoginPlan } from '../../engines/launch-plan.ts';
import type { Environment } from '../../platform/environment.ts';
import { sha256 } from '../../platform/hash.ts';
import { newToken } from '../../platform/ids.ts';
import { openRuntimeFolder, socketPath, findFreePorts } from '../../platform/sockets.ts';
import { isExcepted } from '../../sandbox/egress/gate.ts';
import { upstreamProxyOf } from '../../sandbox/egress/upstream-proxy.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { AppError } from '../../words/errors.ts';
import type { GatewayPlan } from '../../words/gateway-plan.ts';
import type { Endpoint, NetworkPlan, UpstreamProxy } from '../../words/network-plan.ts';
import type { IsolationLevel } from '../../words/routine.ts';
import type { RunProgress, UsedProvider } from '../../words/run.ts';
import type { StepContext } from './step-context.ts';

interface AgentAccess {
  readonly access: EngineAccess;
  /** For `enclose`. */
  readonly endpoints: readonly Endpoint[];
  readonly hosts: readonly string[];
  readonly login: LoginPlan | null;
  /** Of the user's own settings of the engine; `null`: they name none, or are not used. */
  readonly model: string | null;
  readonly modelVariables: Readonly<Record<string, string>>;
  /** @param network of the enclosed agent: its socket stands in that folder */
  readonly gatewayIn: (network: NetworkPlan | null) => GatewayPlan | null;
}

interface AccessQuestion {
  readonly engine: Engine;
  readonly settings: EngineSettings | undefined;
  readonly isolation: IsolationLevel;
}

type AccessContext = Pick<StepContext, 'env' | 'paths' | 'redactor'>;

/** Beside the proxy's, inside. */
const INNER_PORT = 27_832;
const ENDPOINT: Endpoint = {
  name: 'model',
  host: '127.0.0.1',
  port: INNER_PORT,
  innerPort: INNER_PORT,
  servedBy: 'gateway',
};
/** Engines try twice more by themselves. After that the run is told what the endpoint said, not what an engine makes of it. */
const MAX_REFUSALS = 3;

const NOTHING = { endpoints: [], hosts: [], login: null, gatewayIn: () => null };

/** Of what the user's own settings of the engine choose, all but endpoint and key. */
function namesOf({ user }: ModelAccess): Pick<AgentAccess, 'model' | 'modelVariables'> {
  return { model: user?.model ?? null, modelVariables: user?.modelVariables ?? {} };
}

/** Throws `missing` when there is neither key nor log-in any more. The redactor learns what is secret of it. */
export async function agentAccess(
  context: AccessContext,
  { engine, settings, isolation }: AccessQuestion,
): Promise<AgentAccess> {
  const { env, paths } = context;
  const found = await resolveAccess(engine, { settings, env });
  switch (found.kind) {
    case 'missing':
      throw new AppError('missing', found.failure);
    case 'own':
      return { ...NOTHING, ...namesOf(found), access: { kind: 'own' } };
    case 'file':
      return {
        ...NOTHING,
        ...namesOf(found),
        access: { kind: 'file' },
        hosts: found.credential.hosts,
        login: {
          original: found.original,
          home: paths.agentHome,
          copy: join(paths.agentHome, found.credential.inside),
          lock: join(
            await openRuntimeFolder(env),
            `login-${sha256(found.original).slice(0, 16)}.lock`,
          ),
        },
      };
    case 'key':
      return throughGateway(context, found, isolation);
  }
}

async function throughGateway(
  { env, paths, redactor }: AccessContext,
  found: KeyAccess,
  isolation: IsolationLevel,
): Promise<AgentAccess> {
  const { upstream, api, key, exact, user } = found;
  const providerId = user?.providerId ?? null;
  const token = newToken();
  redactor.learn([{ name: 'token of the run', value: token }, ...(key === null ? [] : [key])]);
  const inSandbox = isolation === 'sandbox';
  const [port = 0] = inSandbox ? [INNER_PORT] : await findFreePorts(1);
  return {
    access: {
      kind: 'gateway',
      api,
      baseUrl: `http://127.0.0.1:${port}`,
      key: token,
      ...(key === null ? {} : { variable: key.name }),
      ...(providerId === null ? {} : { providerId }),
    },
    ...namesOf(found),
    endpoints: inSandbox ? [ENDPOINT] : [],
    hosts: [],
    login: null,
    gatewayIn: (network) => ({
      upstream,
      ...(exact === undefined ? {} : { exact }),
      api,
      key,
      token,
      at:
        inSandbox && network !== null
          ? { kind: 'socket', path: socketPath(network.socketFolder, ENDPOINT.name) }
          : { kind: 'loopback', port },
      budget: null,
      prices: [],
      unknownPrice: null,
      maxRefusals: MAX_REFUSALS,
      maxTurns: null,
      proxy: proxyFor(upstream, env),
      log: paths.gatewayLog,
    }),
  };
}

function proxyFor(upstream: string, env: Environment): UpstreamProxy | null {
  const proxy = upstreamProxyOf(env);
  const { hostname, port, protocol } = new URL(upstream);
  const target = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
  return proxy === null || isExcepted(proxy, target) ? null : proxy;
}

/** For the record: where the key or log-in of the engine is, and what is unusual about it. */
export function accessProgress(
  context: Pick<StepContext, 'env' | 'spec'>,
  { engine, settings }: Pick<AccessQuestion, 'engine' | 'settings'>,
  found: ModelAccess,
): Pick<RunProgress, 'notices'> & {
  readonly credentials: 'inside' | 'outside' | null;
  readonly provider: UsedProvider | null;
} {
  return { ...credentialProgress(context, { engine, settings }, found), provider: usedBy(found) };
}

/** What of the user's own settings decided over the model; `null`: nothing. */
function usedBy(found: ModelAccess): UsedProvider | null {
  const { user } = found;
  if (user === undefined || (user.endpointFrom === null && user.modelFrom === null)) return null;
  const { endpointFrom, model, modelFrom } = user;
  const endpoint = found.kind === 'key' && endpointFrom !== null ? found.upstream : null;
  return { endpoint, endpointFrom, model, modelFrom };
}

function credentialProgress(
  context: Pick<StepContext, 'env' | 'spec'>,
  { engine, settings }: Pick<AccessQuestion, 'engine' | 'settings'>,
  found: ModelAccess,
): Pick<RunProgress, 'notices'> & { readonly credentials: 'inside' | 'outside' | null } {
  const { env, spec } = context;
  const read = found.kind === 'key' && found.key !== null ? [found.key.name] : [];
  const given = [...new Set([...keyVariables(engine, settings), ...read])].filter(
    (name) => spec.routine.permissions.env.includes(name) && (env[name] ?? '') !== '',
  );
  if (given.length > 0) {
    const names = given.join(', ');
    return {
      credentials: 'inside',
      notices: [`permissions.env hands ${names} to the agent: its key was not kept outside`],
    };
  }
  switch (found.kind) {
    case 'own':
    case 'missing':
      return { credentials: null, notices: [] };
    case 'file':
      return { credentials: 'inside', notices: [] };
    case 'key':
      return { credentials: found.key === null ? null : 'outside', notices: clearNotices(found) };
  }
}

function clearNotices({ upstream, key }: KeyAccess): readonly string[] {
  const { protocol, hostname, host } = new URL(upstream);
  const isNear = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname);
  if (key === null || protocol === 'https:' || isNear) return [];
  return [
    `the key in ${key.name} went to ${host} without encryption: its endpoint begins with http:`,
  ];
}
