/**
 * One prompt to one agent of the Agent Client Protocol, from the first word to the end of its processes.
 *
 * Files and terminals are its own affair: it has a worktree and a sandbox, and some agents fail at new files when they are
 * offered ours. What it asks leave for is answered at once, by the routine's permissions.
 */
import {
  client,
  type ClientContext,
  ndJsonStream,
  type PermissionOption,
  PROTOCOL_VERSION,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';

import type { Clock } from '../../../platform/clock.ts';
import type { Environment } from '../../../platform/environment.ts';
import type { ProcessEnd } from '../../../platform/start-process.ts';
import { AppError } from '../../../words/errors.ts';
import type { McpServer } from '../../contract.ts';
import { listAt, textAt, valueAt } from '../../stream-fields.ts';
import type { DriverEvent } from '../read-stream.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { type Conversation, openConversation } from './conversation.ts';
import type { DriverPlan } from './driver-plan.ts';
import type { AcpEnd } from './end-of-prompt.ts';
import { type Judgement, judgePermission } from './judge-permission.ts';

// From the first word to a session that can be prompted.

interface Opening {
  readonly plan: DriverPlan;
  readonly conversation: Conversation;
  readonly emit: (event: DriverEvent) => void;
}

/** Returns the session's id. Never logs in: an agent that wants it says so, and that is the end. */
async function openSession(
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

const EVERY_MS = 5_000;

export interface DriveRequest {
  readonly plan: DriverPlan;
  readonly prompt: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly emit: (event: DriverEvent) => void;
  /** Aborted when this program is told to stop. */
  readonly stop: AbortSignal;
}

/** For an agent that was told to stop, to say that it did. */
const CANCEL_MS = 2_500;
const LAST_WORDS_MS = 1_000;

/** Emits exactly one `end`, last, and resolves when nothing of the agent is left. Never throws for what an agent did. */
export async function drive(request: DriveRequest): Promise<void> {
  const { plan, env, clock, emit } = request;
  const conversation = openConversation();
  const agent = startAgent(plan, {
    env,
    clock,
    onForeign: (line) => emit({ kind: 'unknown', line: line.slice(0, 2_000) }),
  });
  const last = await converse(request, { agent, conversation });
  await agent.end();
  for (const event of last) emit(event);
}

interface Talk {
  readonly agent: AgentProcess;
  readonly conversation: Conversation;
}

/** Returns the last events, which are told when the agent's processes are gone. */
async function converse(
  request: DriveRequest,
  { agent, conversation }: Talk,
): Promise<readonly DriverEvent[]> {
  const { plan, clock, emit, stop } = request;
  let prompted = false;
  const alive = throttleAlive(clock);
  const app = client({ name: 'roundsman' })
    .onNotification('session/update', asItCame, ({ params }) => {
      // What comes before is the history of a session that is taken up.
      const events = prompted ? conversation.update(updateOf(params)) : [];
      for (const event of events.length === 0 ? alive() : events) emit(event);
    })
    .onRequest('session/request_permission', ({ params: { toolCall, options } }) => {
      const judgement = judgePermission(toolCall, plan.rules);
      for (const event of conversation.asked(toolCall, judgement)) emit(event);
      return answerFor(judgement, options);
    });
  const connection = app.connect(
    ndJsonStream(agent.input, agent.output, { maxMessageBytes: 64 * 1024 * 1024 }),
  );
  const over = new AbortController();
  const ended = (how: AcpEnd): readonly DriverEvent[] => conversation.gone(how);
  try {
    return await Promise.race([
      (async () => {
        const sessionId = await openSession(connection.agent, { plan, conversation, emit });
        prompted = true;
        over.abort();
        return await ask(connection.agent, { request, sessionId, conversation });
      })().catch(async (error: unknown) => {
        if (!connection.signal.aborted) return conversation.failed(error);
        // The agent no longer answers: how it ended says more than that.
        return ended(goneWords(await Promise.race([agent.ended, closedOnly(clock)])));
      }),
      // Its last words may still be on their way; what it left behind may keep them open.
      agent.ended.then(async (how) => {
        await Promise.race([connection.closed, clock.sleep(LAST_WORDS_MS)]);
        return ended(goneWords(how));
      }),
      clock.sleep(plan.patienceMs, over.signal).then(async () => {
        if (over.signal.aborted) await new Promise(() => undefined);
        return ended({
          reason: 'error',
          message: `it opened no session within ${plan.patienceMs / 1_000} s`,
        });
      }),
      stopped(stop).then(async () => {
        if (prompted) await clock.sleep(CANCEL_MS);
        return ended({ reason: 'cancelled', message: null });
      }),
    ]);
  } finally {
    over.abort();
    connection.close();
  }
}

interface Ask {
  readonly request: DriveRequest;
  readonly sessionId: string;
  readonly conversation: Conversation;
}

async function ask(
  agent: ClientContext,
  { request: { prompt, stop }, sessionId, conversation }: Ask,
): Promise<readonly DriverEvent[]> {
  void stopped(stop)
    .then(async () => agent.notify('session/cancel', { sessionId }))
    // Told to stop after it was gone: that must not end this program before it has said how it went.
    .catch(() => undefined);
  const result = await agent.request('session/prompt', {
    sessionId,
    prompt: [{ type: 'text', text: prompt }],
  });
  return conversation.answered(result);
}

async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

function asItCame(params: unknown): unknown {
  return params;
}

function updateOf(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'update' in params
    ? params.update
    : undefined;
}

/** Once, never for always: the next one is to be asked for as well. */
function answerFor(
  judgement: Judgement,
  options: readonly PermissionOption[],
): RequestPermissionResponse {
  const kinds =
    judgement.kind === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  for (const kind of kinds) {
    const option = options.find((one) => one.kind === kind);
    if (option !== undefined)
      return { outcome: { outcome: 'selected', optionId: option.optionId } };
  }
  return { outcome: { outcome: 'cancelled' } };
}

async function closedOnly(clock: Clock): Promise<null> {
  await clock.sleep(LAST_WORDS_MS);
  return null;
}

/** @param end `null` when it lives on, but has closed its output */
function goneWords(end: ProcessEnd | null): AcpEnd {
  if (end === null)
    return { reason: 'crashed', message: 'the agent closed its output in the middle of its work' };
  const { exitCode, signal, startError } = end;
  if (startError !== null)
    return { reason: 'error', message: `it could not be started: ${startError}` };
  const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : signal;
  return {
    reason: 'crashed',
    message: `the agent's program ended (${how}) in the middle of its work`,
  };
}

/** An occasional sign of life while there is nothing to report: a waiting process would take silence for a hang. */
function throttleAlive(clock: Clock): () => readonly DriverEvent[] {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    if (now - last < EVERY_MS) return [];
    last = now;
    return [{ kind: 'alive' }];
  };
}
