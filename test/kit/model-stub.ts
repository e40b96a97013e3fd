/** The scripted model (test/fixtures/model-stub), as a server of its own on loopback: what engines talk to in place of a model. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../fixtures/model-stub/server.mjs', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../fixtures/model-stub/scripts/', import.meta.url));

/** One turn of the model; server.mjs says what there is. */
export type ScriptTurn = Readonly<Record<string, unknown>>;

export interface Script {
  readonly turns: readonly ScriptTurn[];
  /** What requests without tools are answered with: titles, summaries. */
  readonly side_text?: string;
}

export interface StubRequest {
  /** `anthropic`, `responses`, `chat`, `gemini`. */
  readonly api: string;
  /** `main` offers tools and takes a turn, `side` does not. */
  readonly kind: string;
  readonly turn: number | null;
  readonly model: string | null;
  readonly tools: readonly string[];
  readonly system: string | null;
  /** The conversation as it was sent, as JSON. */
  readonly conversation: string;
  /** The first 14 characters of the key. */
  readonly auth: string | null;
  /** A fault was played in place of an answer. */
  readonly fault: boolean;
}

export interface StubState {
  readonly turn: number;
  readonly turns: number;
  readonly main: number;
  readonly side: number;
  readonly hanging: number;
}

/** One script that is being played. */
export interface StubRun {
  readonly id: string;
  /** Without `/v1` and without a slash at the end. */
  readonly baseUrl: string;
  requests(): readonly StubRequest[];
  state(): Promise<StubState>;
  /** Lets whatever hangs end abruptly. */
  release(): Promise<void>;
}

export interface ModelStub {
  readonly url: string;
  /** `script`: a name of test/fixtures/model-stub/scripts, or the script itself. */
  play(script: string | Script, vars?: Readonly<Record<string, string>>): Promise<StubRun>;
  stop(): Promise<void>;
}

export async function startModelStub(): Promise<ModelStub> {
  const folder = mkdtempSync(join(tmpdir(), 'rm-stub-'));
  const log = join(folder, 'requests.jsonl');
  const server = spawn(process.execPath, [SERVER, '--port', '0', '--log', log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = await once(createInterface({ input: server.stdout }), 'line');
  const url: string = JSON.parse(String(first)).listening;
  let played = 0;
  return {
    url,
    play: async (script, vars = {}) => {
      played += 1;
      const name = typeof script === 'string' ? script : 'own';
      const id = `${name}~${played}`;
      await ask(`${url}/__stub/runs`, { id, script: scriptOf(script), vars });
      return stubRun({ url, id, log });
    },
    stop: async () => {
      const gone = once(server, 'exit');
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function scriptOf(script: string | Script): unknown {
  if (typeof script !== 'string') return script;
  return JSON.parse(readFileSync(join(SCRIPTS, `${script}.json`), 'utf8'));
}

function stubRun({ url, id, log }: Readonly<Record<'url' | 'id' | 'log', string>>): StubRun {
  const admin = `${url}/__stub/runs/${encodeURIComponent(id)}`;
  return {
    id,
    baseUrl: `${url}/run/${id}`,
    requests: () => readLog(log, id),
    state: async () => JSON.parse(await ask(admin)),
    release: async () => {
      await ask(`${admin}/release`, {});
    },
  };
}

function readLog(log: string, id: string): readonly StubRequest[] {
  return readText(log)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ run, api, kind }) => run === id && api !== undefined && kind !== 'count_tokens')
    .map((entry) => ({
      api: entry.api,
      kind: entry.kind,
      turn: entry.turn ?? null,
      model: entry.model ?? null,
      tools: entry.tools ?? [],
      system: entry.system ?? null,
      conversation: JSON.stringify(entry.messages ?? null),
      auth: entry.auth ?? null,
      fault: entry.fault !== undefined,
    }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Nobody has asked for anything yet.
    return '';
  }
}

async function ask(url: string, body?: unknown): Promise<string> {
  const answer = await (body === undefined
    ? fetch(url)
    : fetch(url, { method: 'POST', body: JSON.stringify(body) }));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the scripted model answered ${answer.status}: ${text}`);
  return text;
}
