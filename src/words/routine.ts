/**
 * A routine in full form: what `routines/` makes of one YAML file once every shorthand is spelled out
 * and every default is filled in. Durations are milliseconds. Plain data, stored with each run.
 */
import type { ChangelogForm } from './changelog.ts';
import type { ContextSettings } from './context-settings.ts';
import type { RoutineId } from './ids.ts';
import type { NotifyRule } from './notify.ts';
import type { Policy } from './policy.ts';
import type { ResourceLimits } from './resource-limits.ts';
import type { MaskKind, TicketField, TicketFormat, UrgentRule } from './ticket.ts';
import type { Trigger } from './trigger.ts';

/** One of `src/engines/registry.ts`; schemas let no other through. */
export type EngineId = string;

export const BUILTIN_RECIPES = ['todo-sweep', 'ticket-digest', 'release-check', 'facts'] as const;
export type BuiltinRecipe = (typeof BUILTIN_RECIPES)[number];

export type IsolationLevel = 'sandbox' | 'private' | 'worktree';

export interface Routine {
  readonly id: RoutineId;
  readonly name: string;
  readonly intent: string | null;
  readonly owner: string | null;
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  /** Labels that its worker must have; absent: any worker. */
  readonly runsOn?: readonly string[];
  readonly policy: Policy;
  readonly condition: Condition | null;
  readonly window: WindowRule;
  readonly collect: readonly Collector[];
  readonly agent: Agent;
  readonly workspace: WorkspaceRules;
  readonly permissions: Permissions;
  /** Why it may have private data, untrusted input and a way out all at once; `null` = it may not. */
  readonly acceptRisk: string | null;
  readonly report: ReportRules;
  readonly outputs: OutputRules;
  /** Absent in definitions that an older Roundsman stored: the default. */
  readonly context?: ContextSettings;
  readonly limits: RunLimits;
  /** Who is notified of what; absent: no notifications. */
  readonly notify?: readonly NotifyRule[];
}

/** What the agent may reach. Below `sandbox` only `env` is enforced before the work, `write` after it. */
export interface Permissions {
  /** Names of environment variables. */
  readonly env: readonly string[];
  /**
   * `example.com`, `*.example.com`, either with `:port`; without one 80 and 443. In `setup` the word `registries`
   * stands for the package registries that the tools of set-up are configured for.
   */
  readonly network: { readonly allow: readonly string[]; readonly setup: readonly string[] };
  /** Files and folders outside the repository, absolute or under `~/`, that may be read. */
  readonly read: readonly string[];
  /** Patterns (gitignore-like) of what a branch may change; empty = everything. */
  readonly write: readonly string[];
  /** Whether a run that was denied something has failed for it. */
  readonly onDenied: 'report' | 'fail';
}

/** The routine's own gate: exit 0 is go, 10 nothing to do, anything else a failure. */
export interface Condition {
  /** A command line; split like a POSIX shell would split words, or `sh -c` when it needs a shell. */
  readonly run: string;
  readonly timeoutMs: number;
}

/** Which stretch of time a run looks at; half-open [from, to). `maxMs` bounds how far back. */
export type WindowRule =
  | {
      readonly kind: 'since';
      readonly since: 'last-success' | 'last-run' | 'last-deploy';
      readonly maxMs: number | null;
    }
  | { readonly kind: 'last'; readonly ms: number }
  | { readonly kind: 'previous-day' }
  | { readonly kind: 'previous-week' };

/** By kind. A collector of another folder adds its own by declaration merging. */
export interface CollectorRules {
  readonly todos: {
    readonly kind: 'todos';
    readonly markers: readonly string[];
    readonly olderThanMs: number;
    /** Glob patterns (gitignore-like, relative to the repository's root) to look at; empty = everything. */
    readonly paths: readonly string[];
    /** Glob patterns to leave out, besides what is vendored or generated. */
    readonly exclude: readonly string[];
  };
  readonly commits: {
    readonly kind: 'commits';
    readonly paths: readonly string[];
    /** At most this many, newest first; the rest is counted in `truncated`. */
    readonly max: number;
  };
  readonly tickets: {
    readonly kind: 'tickets';
    /** A file or folder: relative to the checkout's root, absolute, or under `~/`; `null`: they come from `from`. */
    readonly path: string | null;
    /** The name of a connection; `null` or absent: they come from `path`. Exactly one of the two is set. */
    readonly from?: string | null;
    /** `auto`: by each file's ending. */
    readonly format: 'auto' | TicketFormat;
    /** Dotted path of the list within a JSON document; `null`: found. */
    readonly items: string | null;
    /** Dotted paths within a record; what is not named is found by usual names. */
    readonly fields: Readonly<Partial<Record<TicketField, string>>>;
    readonly mask: readonly MaskKind[];
    /** Absent: nothing besides what every ticket is judged by. */
    readonly urgent?: UrgentRule;
    /** A model that tells which tickets are alike, and the http connection that leads to it. Absent: words alone. */
    readonly embeddings?: { readonly from: string; readonly model: string };
    /** At most this many, the newest; the rest is counted in `truncated` and waits. */
    readonly max: number;
  };
  readonly 'release-notes': {
    readonly kind: 'release-notes';
    /** The notes, in the base commit; `null`: found by usual names. */
    readonly path: string | null;
    readonly form: 'auto' | ChangelogForm;
    readonly range: ReleaseRangeRule;
    /** Glob of the tags that name releases; `*` within a monorepo's `pkg@*`. */
    readonly tags: string;
    /** Conventional types that users notice. */
    readonly types: readonly string[];
    /** Paths whose changes no user notices (gitignore-like), besides tests, docs and build files. */
    readonly exclude: readonly string[];
  };
  readonly command: {
    readonly kind: 'command';
    /** Names the facts file and key: `facts/<name>.json`. */
    readonly name: string;
    /** argv; never passed through a shell. */
    readonly run: readonly string[];
    readonly format: 'lines' | 'json' | 'jsonl';
    readonly timeoutMs: number;
  };
}

export type Collector = CollectorRules[keyof CollectorRules];

/** Which commits the notes are held against. */
export type ReleaseRangeRule =
  | { readonly kind: 'last-release' }
  /** Refs. Without `from` the last release before `to`, without `to` the base; one of them is there. */
  | { readonly kind: 'given'; readonly from: string | null; readonly to: string | null }
  /** A branch or tag that moves to what is deployed: from what the last good run saw there to what it is now. */
  | { readonly kind: 'deployed'; readonly ref: string };

export interface Agent {
  readonly engine: EngineId;
  /** Set if and only if `engine` is `builtin`. */
  readonly builtin: BuiltinRecipe | null;
  /** argv for the engines `command` and `acp`; empty otherwise. */
  readonly command: readonly string[];
  readonly prompt: PromptSource;
  /** `null` = that of roundsman.yaml, else the engine's own. */
  readonly model: string | null;
  /** Answers of the model in one run; `null` = as many as it takes. */
  readonly maxTurns: number | null;
  /** Tried in order when the model of `engine` cannot be had. */
  readonly fallbacks: readonly EngineId[];
  /** The same task by each of them, each with a branch of its own; empty = by `engine` alone. */
  readonly variants: readonly AgentVariant[];
}

export interface AgentVariant {
  readonly engine: EngineId;
  readonly model: string | null;
}

export interface RunLimits {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly budget: RunBudget | null;
  /** How long a run may wait for the reset that its model's side names; 0 = not at all. */
  readonly parkMaxMs: number;
  readonly retry: RetryRule;
  /** What the routine names of them; absent: the defaults. */
  readonly resources?: Partial<ResourceLimits>;
}

/** Every bound that is there holds; `null` = none. Tokens are input and output together. */
export interface Budget {
  readonly usdPerDay: number | null;
  readonly tokensPerDay: number | null;
}

/** Of all routines together, and of parts of them. */
export interface WorkspaceBudget extends Budget {
  /** Of each person, for the runs that they start; absent: none. */
  readonly perPerson?: Budget;
  /** Of the runs of an engine; absent: none. */
  readonly engines?: Readonly<Partial<Record<EngineId, Budget>>>;
}

export interface RunBudget extends Budget {
  readonly usdPerRun: number | null;
  readonly tokensPerRun: number | null;
  /** `stop` ends the agent, its work kept; `warn` says so and continues. */
  readonly onExceed: 'stop' | 'warn';
}

export interface RetryRule {
  /** Further attempts after the first. */
  readonly max: number;
  readonly on: readonly RetryCause[];
  /** Before each of them; the last one is used again. */
  readonly backoffMs: readonly number[];
}

export const RETRY_CAUSES = ['rate-limit', 'network', 'crash', 'timeout'] as const;
export type RetryCause = (typeof RETRY_CAUSES)[number];

export type PromptSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'inline'; readonly text: string }
  /** Relative to the repository's root; read from the base commit. */
  | { readonly kind: 'file'; readonly path: string };

export interface WorkspaceRules {
  /** A ref or commit; `null` = the default branch, the remote one if it has an upstream. */
  readonly base: string | null;
  readonly isolation: 'auto' | IsolationLevel;
  /**
   * `borrow` every object, `copy` the base's ancestry, or the newest N commits of it. `auto`: `borrow`, but `copy` in
   * a sandbox for a routine that is fed with untrusted facts.
   */
  readonly history: 'auto' | 'borrow' | 'copy' | number;
  /** Untracked files of the checkout to copy in (gitignore-like patterns); never handed back. */
  readonly include: readonly string[];
  /** Shell-free command lines, split like a POSIX shell would split words, or `sh -c` when they need a shell. */
  readonly setup: readonly string[];
  /** What shows a branch at work, for `review serve`; `null`: nothing does. */
  readonly serve: string | null;
  readonly checks: readonly string[];
  /** How many free ports to hand out as ROUNDSMAN_PORT_1… */
  readonly ports: number;
  readonly keep: {
    readonly successMs: number;
    readonly failureMs: number;
    readonly waitingMs: number;
  };
}

export interface ReportRules {
  /** A Handlebars file in the repository (from the base commit), or `null` for the one that ships. */
  readonly template: string | null;
  /** Headings that the agent's report.md must answer, in kebab-case: `findings` is answered by `## Findings`. */
  readonly require: readonly string[];
  /** Share 0…1 of what a collector found that must have been examined, by collector name. */
  readonly minCoverage: Readonly<Record<string, number>>;
}

export type OutboxMode = 'review' | 'auto' | 'staged';

export interface OutputRules {
  readonly mode: OutboxMode;
  readonly branch: {
    /** Paths that no branch of this routine may touch (gitignore-like patterns). */
    readonly protected: readonly string[];
    readonly maxFiles: number;
    readonly maxBytes: number;
  };
  /** `null`: proposals to file an item are refused. */
  readonly fileItem: {
    readonly mode: OutboxMode;
    /** `local`, or the name of a connection. */
    readonly tracker: string;
    readonly max: number;
    readonly maxOpen: number;
    /** Absent: none. */
    readonly labels?: readonly string[];
    /** An issue left untouched for this long is closed again; absent: never. */
    readonly expiresMs?: number;
  } | null;
  /** `null` or absent here and below: such proposals are refused. */
  readonly push?: {
    readonly mode: OutboxMode;
    readonly remote: 'origin';
    readonly max: number;
  } | null;
  readonly comment?: FewRules | null;
  readonly updateItem?: FewRules | null;
  readonly closeItem?: FewRules | null;
  readonly pullRequest?: PullRequestRules | null;
}

export interface FewRules {
  readonly mode: OutboxMode;
  /** A run. */
  readonly max: number;
}

export interface PullRequestRules extends FewRules {
  /** The name of a github or gitlab connection. */
  readonly via: string;
  readonly remote: 'origin';
  /** A branch there; `null`: its default branch. */
  readonly base: string | null;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  /** Of this routine. */
  readonly maxOpen: number;
  /** `null`: only a person follows what becomes of it. */
  readonly follow: {
    readonly on: readonly ('checks' | 'reviews')[];
    /** Further runs for one pull request. */
    readonly max: number;
  } | null;
}
