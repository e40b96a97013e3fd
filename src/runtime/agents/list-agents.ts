/** Every engine there is: whether it could start here, at what level, with which account. Starts no agent. */
import type { Capabilities, Engine, ReadyEngine } from '../../engines/contract.ts';
import {
  findAccount,
  type FoundAccount,
  type FoundCredentials,
} from '../../engines/find-credentials.ts';
import { allEngines, engineIds, findEngine } from '../../engines/registry.ts';
import type { Environment } from '../../platform/environment.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { AppError, type Failure } from '../../words/errors.ts';
import type { Agent, EngineId } from '../../words/routine.ts';
import type { UsedProvider } from '../../words/run.ts';
import { closestWord, oneLine } from '../../words/text.ts';
import { whyClosed } from '../engine-account.ts';
import type { Machine } from './machine.ts';

export interface AgentEntry {
  readonly id: EngineId;
  readonly name: string;
  readonly state: AgentState;
  /** Versions that it was tried with; `null`: it has none. */
  readonly tested: { readonly from: string; readonly to: string } | null;
  readonly credentials: FoundCredentials;
  /** Why runs with this account are skipped for now; `null`: none is, or this is not a repository. */
  readonly refused: string | null;
  /** Base URL; `null`: the engine's own affair, or nothing to reach it with. */
  readonly endpoint: string | null;
  /** Of roundsman.yaml, else of the user's own settings; `null` = its own. */
  readonly model: string | null;
  readonly userSettings: FoundAccount['userSettings'];
  readonly notUsed: string | null;
  readonly capabilities: Capabilities;
  readonly install: string;
  readonly login: string;
}

/** `named`: which program it is, only a routine says. */
type AgentState =
  | Pick<ReadyEngine, 'kind' | 'version' | 'program' | 'warnings'>
  | { readonly kind: 'missing'; readonly failure: Failure }
  | { readonly kind: 'named' };

export async function listAgents(machine: Machine): Promise<readonly AgentEntry[]> {
  return Promise.all(allEngines().map((engine) => describeAgent(engine, machine)));
}

async function describeAgent(engine: Engine, machine: Machine): Promise<AgentEntry> {
  const { env } = machine;
  const settings = machine.engines[engine.id];
  const search = { engine, settings, env };
  const { name, install, login, tested } = engine.about;
  const account = await findAccount(search);
  return {
    id: engine.id,
    name,
    state: await stateOf(search, machine.folder),
    tested,
    ...account,
    refused: await whyRefused(search, machine),
    model: settings?.model ?? account.userSettings?.model ?? null,
    capabilities: engine.capabilities,
    install,
    login,
  };
}

async function whyRefused(
  search: StateSearch,
  { workspace }: Pick<Machine, 'workspace'>,
): Promise<string | null> {
  if (workspace === null) return null;
  const { accounts, clock } = workspace;
  return whyClosed({ ...search, accounts, now: clock.now() });
}

interface StateSearch {
  readonly engine: Engine;
  readonly settings: EngineSettings | undefined;
  readonly env: Environment;
}

async function stateOf({ engine, settings, env }: StateSearch, root: string): Promise<AgentState> {
  // Its program stands in agent.command of each routine.
  if (engine.takes === 'program') return { kind: 'named' };
  const agent = agentToTry(engine.id, []);
  return engine.preflight({ agent, env, root, ...(settings === undefined ? {} : { settings }) });
}

/** An agent without orders, to ask an engine whether it could start. */
export function agentToTry(engine: EngineId, command: readonly string[]): Agent {
  return {
    engine,
    builtin: null,
    command,
    prompt: { kind: 'none' },
    model: null,
    maxTurns: null,
    fallbacks: [],
    variants: [],
  };
}

/** Throws `not-found` with the closest one. */
export function engineNamed(word: string): Engine {
  const id = engineIds().find((known) => known === word);
  if (id !== undefined) return findEngine(id);
  const near = closestWord(word, engineIds());
  throw new AppError('not-found', {
    code: 'unknown-engine',
    message: `there is no engine "${oneLine(word, 80)}"`,
    hint: near === null ? `There are: ${engineIds().join(', ')}.` : `Did you mean ${near}?`,
  });
}

// What is told of an engine, in a few words. Pure.

/** The user's own settings choose what cannot be taken over, or mean its key for something else. */
const NOT_USED = ['provider-not-used', 'key-bound-elsewhere'];

/** `ready`, `not here`, `named by each routine`, `no log-in`, `not used`, `not accepted`. */
export function standing({ state, credentials, refused }: AgentEntry): string {
  if (state.kind === 'missing') return 'not here';
  if (state.kind === 'named') return 'named by each routine';
  if (credentials.kind === 'missing')
    return NOT_USED.includes(credentials.failure.code) ? 'not used' : 'no log-in';
  return refused === null ? 'ready' : 'not accepted';
}

export function isReady({ state, credentials, refused }: AgentEntry): boolean {
  return state.kind === 'ready' && credentials.kind !== 'missing' && refused === null;
}

export function formatCredential(credentials: FoundCredentials): string {
  switch (credentials.kind) {
    case 'own':
      return '—';
    case 'none-needed':
      return 'none needed';
    case 'key':
      return `key ${credentials.variable}, outside`;
    case 'file':
      return `log-in ${credentials.path}, inside`;
    case 'missing':
      return 'none';
  }
}

/** `endpoint by ~/.codex/config.toml, model by OPENAI_MODEL`; `null` when neither is from the user's own settings. */
export function formatUserSettings(
  used: Pick<UsedProvider, 'endpointFrom' | 'modelFrom'> | null,
): string | null {
  if (used === null) return null;
  const { endpointFrom, modelFrom } = used;
  if (endpointFrom !== null && endpointFrom === modelFrom)
    return `endpoint and model by ${endpointFrom}`;
  const words = [
    ...(endpointFrom === null ? [] : [`endpoint by ${endpointFrom}`]),
    ...(modelFrom === null ? [] : [`model by ${modelFrom}`]),
  ];
  return words.length === 0 ? null : words.join(', ');
}
