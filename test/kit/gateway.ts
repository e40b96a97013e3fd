/** A gateway on a socket, and a client that asks through it. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Gateway, GatewayStop } from '../../src/engines/gateway/contract.ts';
import { openGateway } from '../../src/engines/gateway/open-gateway.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import type { GatewayPlan, WireFormat } from '../../src/words/gateway-plan.ts';
import { listening } from './egress.ts';

export const TOKEN = 'token-of-the-run';
export const KEY = { name: 'MODEL_KEY', value: 'sk-real-0123456789abcdef' };

export function gatewayPlan(change: Partial<GatewayPlan> = {}): GatewayPlan {
  const folder = mkdtempSync('/tmp/rm-gw-');
  return {
    upstream: 'http://127.0.0.1:9',
    api: 'anthropic',
    key: KEY,
    token: TOKEN,
    at: { kind: 'socket', path: join(folder, 'model.sock') },
    budget: null,
    prices: [],
    unknownPrice: null,
    maxRefusals: 100,
    maxTurns: null,
    proxy: null,
    log: join(folder, 'gateway.jsonl'),
    ...change,
  };
}

export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly plan: GatewayPlan;
  readonly notices: string[];
  readonly stops: GatewayStop[];
  readonly ask: (question: Question) => Promise<Told>;
  readonly log: () => readonly Record<string, unknown>[];
}

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The connection broke before the answer was whole. */
  readonly cut: boolean;
}

export async function openedGateway(
  change: Partial<GatewayPlan> = {},
  clock: Clock = systemClock,
): Promise<OpenedGateway> {
  const plan = gatewayPlan(change);
  const notices: string[] = [];
  const stops: GatewayStop[] = [];
  const gateway = await openGateway(plan, clock, {
    onNotice: (text) => notices.push(text),
    onStop: (stop) => stops.push(stop),
  });
  onTestFinished(async () => gateway.close());
  return {
    gateway,
    plan,
    notices,
    stops,
    ask: async (question) => askThrough(plan, question),
    log: () =>
      readFileSync(plan.log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

export async function askThrough({ at }: GatewayPlan, question: Question): Promise<Told> {
  const { method = 'POST', path, headers = { 'x-api-key': TOKEN }, body } = question;
  return new Promise((resolve, reject) => {
    const place = at.kind === 'socket' ? { socketPath: at.path } : { port: at.port };
    const asked = request({ ...place, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text,
          cut: !answer.complete,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A server in the place of a model's. @returns its base URL */
export async function modelServer(serve: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(serve))}`;
}

const TOOL = { name: 'Bash', description: 'a shell' };

/** What a program of that format would send, with a tool, so that the scripted model takes a turn. */
export function questionOf(api: WireFormat, stream: boolean): Question {
  const prompt = [{ role: 'user', content: 'go' }];
  switch (api) {
    case 'anthropic':
      return {
        path: '/v1/messages?beta=true',
        body: { model: 'm-1', stream, max_tokens: 9, messages: prompt, tools: [TOOL] },
      };
    case 'openai-responses':
      return {
        path: '/v1/responses',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: { model: 'm-1', stream, input: prompt, tools: [{ type: 'function', ...TOOL }] },
      };
    case 'openai-chat':
      return {
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: {
          model: 'm-1',
          stream,
          messages: prompt,
          tools: [{ type: 'function', function: TOOL }],
        },
      };
    case 'gemini':
      return {
        path: `/v1beta/models/m-1:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
        headers: { 'x-goog-api-key': TOKEN },
        body: { contents: [], tools: [{ functionDeclarations: [TOOL] }] },
      };
  }
}
