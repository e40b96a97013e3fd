/** From the first word to a session that can be prompted. */
import { PROTOCOL_VERSION, type ClientContext } from '@agentclientprotocol/sdk';

import { AppError } from '../../../words/errors.ts';
import type { McpServer } from '../../contract.ts';
import { listAt, textAt, valueAt } from '../../stream/fields.ts';
import type { DriverEvent } from '../event-line.ts';
import type { Conversation } from './conversation.ts';
import type { DriverPlan } from './driver-plan.ts';

export interface Opening {
  readonly plan: DriverPlan;
  readonly conversation: Conversation;
  readonly emit: (event: DriverEvent) => void;
}

/** Returns the session's id. Never logs in: an agent that wants it says so, and that is the end. */
export async function openSession(
  agent: ClientContext,
  { plan, conversation, emit }: Opening,
): Promise<string> {
  const capable: unknown = await agent.request('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'roundsman', version: '1' },
  });
  conversation.initialized(capable);
  const { id, result } = await newOrTakenUp(agent, { plan, capable });
  await chooseOptions(agent, { id, result, plan });
  for (const event of conversation.opened(id, result)) emit(event);
  return id;
}

interface Opened {
  readonly id: string;
  readonly result: unknown;
}

async function newOrTakenUp(
  agent: ClientContext,
  { plan, capable }: { readonly plan: DriverPlan; readonly capable: unknown },
): Promise<Opened> {
  const { session, worktree: cwd } = plan;
  const mcpServers = plan.mcp.map(serverFor);
  if (session.kind === 'new') {
    const result: unknown = await agent.request('session/new', { cwd, mcpServers });
    const id = textAt(result, 'sessionId');
    if (id !== null) return { id, result };
    throw new AppError('missing', {
      code: 'no-session',
      message: 'the agent opened a session and did not name it',
      hint: '',
    });
  }
  const request = { sessionId: session.id, cwd, mcpServers };
  // Taken up without a repetition of all that was said, where that can be had.
  if (valueAt(capable, 'agentCapabilities', 'sessionCapabilities', 'resume') !== undefined)
    return { id: session.id, result: await agent.request('session/resume', request) };
  if (valueAt(capable, 'agentCapabilities', 'loadSession') === true)
    return { id: session.id, result: await agent.request('session/load', request) };
  throw new AppError('missing', {
    code: 'no-resume',
    message: 'this agent cannot take a session up again',
    hint: 'Start the routine again.',
  });
}

/** An engine of an agent may have a sandbox of its own, in which a worktree cannot be committed to; ours stands around it. */
const OPEN_MODE = 'agent-full-access';

async function chooseOptions(
  agent: ClientContext,
  { id, result, plan }: Opened & { readonly plan: DriverPlan },
): Promise<void> {
  const wanted: readonly (readonly [string, string | null])[] = [
    ['mode', OPEN_MODE],
    ['model', plan.model],
  ];
  for (const [configId, value] of wanted) {
    if (value === null || !offers(result, configId, value)) continue;
    await agent.request('session/set_config_option', { sessionId: id, configId, value });
  }
}

function offers(result: unknown, configId: string, value: string): boolean {
  const option = listAt(result, 'configOptions').find((item) => textAt(item, 'id') === configId);
  return listAt(option, 'options').some((item) => textAt(item, 'value') === value);
}

function serverFor({ name, argv: [command, ...args], env }: McpServer): {
  name: string;
  command: string;
  args: string[];
  env: { name: string; value: string }[];
} {
  return {
    name,
    command,
    args,
    env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
  };
}
