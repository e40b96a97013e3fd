/**
 * The contract of an engine: the program that does the work of a run.
 *
 * An engine says what it can (`capabilities`), finds its real program (`preflight`), plans its start as data (`plan`),
 * and reads what that program prints (`reader`) and stores (`sessions`). It never starts the agent itself, and never throws
 * for what a program did: every stream is brought to AgentEvents that end in exactly one `end`.
 *
 * All that is known of an engine is here. What only some programs need is loaded late.
 */
import type { Environment } from '../platform/environment.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import type { Failure } from '../words/errors.ts';
import type { WireFormat } from '../words/gateway-plan.ts';
import type { Agent, EngineId, IsolationLevel, Permissions } from '../words/routine.ts';
import type { SessionSource } from './sessions/contract.ts';
import type { OpenReader } from './stream-reader.ts';
import type { ReadUserSettings } from './user-settings/contract.ts';

export interface Engine {
  /** Its name in routines and records; of an engine with a program of its own also that program's name on PATH. */
  readonly id: EngineId;
  readonly about: EngineAbout;
  /** What a routine tells it: a recipe (`agent.builtin`), the program itself (`agent.command`) or a prompt alone. */
  readonly takes: 'recipe' | 'program' | 'prompt';
  readonly capabilities: Capabilities;
  /** `null`: it has no model, or what it uses is its own affair. */
  readonly credentials: EngineCredentials | null;
  /** Whether it can start here, before a slot is spent. Cheap: starts a program only when nothing beside it says its version. */
  preflight(request: PreflightRequest): Promise<Preflight>;
  /** Must not touch the world: all that is needed to start the program. */
  plan(request: PlanRequest): EnginePlan;
  /** Pure; supervisors load it. `null`: its program has no protocol, and its exit is all there is. */
  readonly reader: (() => Promise<OpenReader>) | null;
  /** What a person's own settings choose; `null`: it has none that we know. */
  readonly userSettings: (() => Promise<ReadUserSettings>) | null;
  /** How its agent calls the tools of a run; `null`: it is offered none. */
  readonly tools: ToolCalls | null;
  /** How a person adds our tools to it; `null`: it takes none. */
  readonly client: ClientForm | null;
  /** The sessions that it keeps on this machine; `null`: it keeps none that we can read. */
  readonly sessions: EngineSessions | null;
  readonly instructions: Instructions;
}

/** For people: `agents`, errors, docs/agents.md. */
export interface EngineAbout {
  readonly name: string;
  /** The line that installs it. */
  readonly install: string;
  /** The line that logs in, or says which variable to set. */
  readonly login: string;
  /** Versions it was run with; others get a warning. Inclusive, `1.2.3`. `null`: it has none. */
  readonly tested: { readonly from: string; readonly to: string } | null;
}

/** As its real program was seen to do it. */
export interface ToolCalls {
  /** Before the tool's own name. */
  readonly prefix: string;
  /** What its agent has to do before it can call one; `null`: nothing. */
  readonly before: string | null;
}

/** The lines by which a person's own agent gets our server of tools. */
export interface ClientForm {
  /** What people call it. */
  readonly name: string;
  /** The file that takes the lines; below the repository, or the user's own. */
  readonly file: string;
  /** @param argv how the server is started */
  readonly form: (argv: readonly string[]) => string;
  /** A command of that program that writes them, before the argv; `null`: it has none. */
  readonly added: string | null;
}

export interface EngineSessions {
  /** What people call it, beside a session. */
  readonly name: string;
  readonly load: () => Promise<SessionSource>;
  /** Names of its program and of its script. */
  readonly programs: readonly string[];
  /** What an interpreter runs is its program when the path has this part. */
  readonly packagePart: string;
  /** Where the words of its process name the session: after a flag such as `--session`, or after `resume`. */
  readonly namedBy: 'flag' | 'resume';
  /** The variable by which it tells programs that it starts which session they belong to; `null`: none. */
  readonly variable: string | null;
  /** Resumes a session in a shell; the id follows. */
  readonly resume: string;
}

/** What of a repository tells it what to do. */
export interface Instructions {
  /** Folders of its settings: `.codex`. */
  readonly folders: readonly string[];
  /** Files that it reads in every session, lower case, without `.md`: `claude`. */
  readonly files: readonly string[];
}

/** What an engine can, as far as a run depends on it. The table in docs/agents.md is made from it. */
export interface Capabilities {
  /** Tells what it does while it does it. */
  readonly stream: boolean;
  /** Takes a session up again in the worktree that it was begun in; `elsewhere`: also in another one. */
  readonly resume: 'none' | 'same-folder' | 'elsewhere';
  /** Takes further words while it works. */
  readonly steer: boolean;
  readonly mcp: 'none' | 'flag' | 'file';
  /** Bounds of its own, beside ours. */
  readonly budget: boolean;
  readonly turns: boolean;
  readonly usage: boolean;
  readonly cost: boolean;
  /** We choose the session's id, so that it is known before it starts. */
  readonly presetId: boolean;
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  readonly credentials: readonly ('key' | 'file')[];
  /** Its model can be anywhere: it takes a base URL, so that the gateway can stand between. */
  readonly endpoint: boolean;
  /** Takes words that stand above the prompt. */
  readonly systemPrompt: boolean;
}

export interface EngineCredentials {
  /** The first variable that is set counts. `endpointVariable`: where people set another base URL for it. */
  readonly keys: readonly KeySource[];
  /** The log-in that it keeps in a file, `null` when there is none that may be copied. */
  readonly file: FileCredential | null;
}

export interface KeySource {
  readonly variable: string;
  readonly api: WireFormat;
  /** Default base URL. */
  readonly endpoint: string;
  readonly endpointVariable: string | null;
}

export interface FileCredential {
  /** Under the user's home: `.codex/auth.json`. */
  readonly path: string;
  /** The variable that moves its folder: `CODEX_HOME`; with the folder that it replaces. */
  readonly moved: { readonly variable: string; readonly folder: string } | null;
  /** Under the engine's home of the run. */
  readonly inside: string;
  /** Reached with it; opened in the sandbox for the agent alone. */
  readonly hosts: readonly string[];
}

export interface PreflightRequest {
  readonly agent: Agent;
  readonly env: Environment;
  /** Relative program paths are looked up here: the routine's repository. */
  readonly root: string;
  /** Of roundsman.yaml; without it the usual ones. */
  readonly settings?: EngineSettings;
}

export type Preflight = ReadyEngine | { readonly kind: 'missing'; readonly failure: Failure };

export interface ReadyEngine {
  readonly kind: 'ready';
  readonly version: string | null;
  /** The real program with the words that start it, never a wrapper: `[node, …/cli.js]`. Empty for engines that plan their own. */
  readonly program: readonly string[];
  /** For people: a version outside of what was tried. */
  readonly warnings: readonly string[];
}

export interface PlanRequest {
  readonly agent: Agent;
  /** From `preflight`. */
  readonly program: readonly string[];
  /** Absolute path of the brief folder; `prompt.md` is in it. */
  readonly briefFolder: string;
  /** Absolute path of the run's worktree, the working directory of the program. */
  readonly worktree: string;
  readonly outFolder: string;
  /** What it is told in this process: `prompt.md`, or an answer or comment to a session that continues. Absolute. */
  readonly promptFile: string;
  /** Absolute paths that hold the repository of the worktree: a sandbox of the engine's own must let them be written. */
  readonly gitFolders: readonly string[];
  /** A folder for the engine's settings and sessions: of this run alone, empty at first, kept as long as it may continue. */
  readonly home: string;
  /** Our own. In a sandbox the engine needs none. */
  readonly isolation: IsolationLevel;
  /** `false`: this machine lets no program be confined, so that a sandbox of the engine's own would fail whatever it starts. */
  readonly confinable?: boolean;
  readonly permissions: Permissions;
  readonly access: EngineAccess;
  readonly session: SessionPlan;
  /** That of the routine, else of roundsman.yaml, else of the user's own settings; `null` = the engine's own. */
  readonly model: string | null;
  /** Of the user's own settings: what names of models stand for at the endpoint that those choose. */
  readonly modelVariables?: Readonly<Record<string, string>>;
  readonly mcp: readonly McpServer[];
  /** What it may cost, for engines with a flag for it; `null` = no bound. */
  readonly budgetUsd?: number | null;
  /** From roundsman.yaml: placed before the prompt. */
  readonly args: readonly string[];
}

/** How it gets at its model. */
export type EngineAccess =
  /** Through the gateway: `key` is not a key but the gateway's token. `baseUrl` has no slash at its end, and no `/v1`. */
  | {
      readonly kind: 'gateway';
      readonly api: WireFormat;
      readonly baseUrl: string;
      readonly key: string;
      /** The variable that the real key stands in: some programs speak otherwise by the kind of key. */
      readonly variable?: string;
      /** What the user's own settings call its provider, in names of models too. */
      readonly providerId?: string;
    }
  /** By a log-in that lies in `home`. */
  | { readonly kind: 'file' }
  /** It has no model, or sees to it itself. */
  | { readonly kind: 'own' };

export type SessionPlan =
  /** A uuid, for engines that take one. */
  | { readonly kind: 'new'; readonly id: string }
  | { readonly kind: 'resume'; readonly id: string; readonly cwd: string };

export interface McpServer {
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

export interface EnginePlan {
  readonly argv: readonly [string, ...string[]];
  /** Added to the environment that every agent gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: 'prompt' | 'empty';
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** Written below `home` before the start; paths relative to it. */
  readonly files: readonly EngineFile[];
}

export interface EngineFile {
  readonly path: string;
  readonly text: string;
}

// What can be had of a program that knows no protocol: it is started, and it ends.
export const PLAIN_CAPABILITIES: Capabilities = {
  stream: false,
  resume: 'none',
  steer: false,
  mcp: 'none',
  budget: false,
  turns: false,
  usage: false,
  cost: false,
  presetId: false,
  stopSignal: 'SIGTERM',
  credentials: [],
  endpoint: false,
  systemPrompt: false,
};
