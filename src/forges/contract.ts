/**
 * A forge: the service where pull requests are opened and read. A forge returns an answer and never throws for what its
 * server says or does; the caller decides what to retry. Others write what comes back: it is bounded here, and the code
 * that displays it shows it as one line.
 */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Learn } from '../platform/outward/read-credential.ts';
import type { Connection, Credential } from '../words/connection.ts';
import type { CommitSha } from '../words/ids.ts';
import type { CheckStanding } from '../words/pull-request.ts';
import type { ForgeFailure } from './forge-failure.ts';

export type Answered<Value> = { readonly kind: 'answer'; readonly value: Value } | ForgeFailure;

export interface ForgeSurroundings {
  readonly env: Environment;
  readonly clock: Clock;
  /** From the redactor of the code that writes what the forge says. */
  readonly learn: Learn;
}

/** Where the repositories of a forge are. Pure. */
export interface ForgePlaces<One extends Connection = Connection> {
  of(connection: One): ForgeAt;
  /** Where people, and git, find the forge of that API: `https://github.com`. */
  webOrigin(api: string): string;
  /** The repository that a path of a remote there names. Absent: the whole path does. */
  pathOf?(path: string, api: string, remote: string): string;
}

export interface ForgeAt {
  /** Base URL of its API. */
  readonly api: string;
  /** `owner/name`; `null`: that of the remote. */
  readonly repository: string | null;
  readonly token: Credential | null;
}

/** What makes a connection one to a forge. */
export interface ForgeRole<One extends Connection = Connection> extends ForgePlaces<One> {
  /** What it calls a pull request, and the sign before the number of one. */
  readonly request: string;
  readonly sign: string;
  /** What it calls a repository. */
  readonly place: string;
  /** Whom git logs in as, with the token for a password. */
  readonly gitUser: string;
  /** Throws `missing` without its token. Loads its library only here. */
  open(connection: One, repository: string, around: ForgeSurroundings): Promise<Forge>;
}

export interface Forge {
  /** `pull request #7 of acme/shop`. */
  shown(number: number): string;
  whoami(): Promise<Answered<ForgeSelf>>;
  /** Every one that came from that branch of the same repository, newest first, whatever became of it. */
  find(head: string): Promise<Answered<readonly ForgePullRequest[]>>;
  open(request: OpenRequest): Promise<Answered<MadePullRequest>>;
  /** What is not named stays; labels are added. */
  update(number: number, change: UpdateRequest): Promise<Answered<MadePullRequest>>;
  /** Which of them could not be asked, and why; those are no failure. */
  askReviewers(number: number, logins: readonly string[]): Promise<Answered<readonly string[]>>;
  read(number: number): Promise<Answered<ForgePullRequest>>;
  checks(sha: CommitSha, number: number): Promise<Answered<ForgeChecks>>;
  /** Reviews and comments of people and bots, oldest first. @param since ISO 8601 */
  remarks(number: number, since: string | null): Promise<Answered<readonly ForgeRemark[]>>;
}

export interface ForgeSelf {
  readonly login: string;
  /** What it may do there, in its own words. */
  readonly can: string;
  readonly defaultBranch: string | null;
}

export interface ForgePullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly draft: boolean;
  readonly title: string;
  readonly body: string;
  readonly base: string;
  readonly head: CommitSha | null;
  readonly labels: readonly string[];
  /** `null`: it is not known yet. */
  readonly mergeable: boolean | null;
  /** Who merged or closed it, and when; empty when it is open or the forge does not say. */
  readonly endedBy: string;
  /** An app, a workflow or an access token: no person decided anything. */
  readonly isEndedByBot: boolean;
  readonly endedAt: string | null;
}

export interface MadePullRequest extends ForgePullRequest {
  /** Why labels could not be added, which is not a failure. Absent: they were. */
  readonly unlabelled?: string;
}

export interface OpenRequest {
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly labels: readonly string[];
}

export interface UpdateRequest {
  readonly title?: string;
  readonly body?: string;
  readonly labels?: readonly string[];
}

export interface ForgeChecks {
  readonly standing: CheckStanding;
  readonly failed: readonly FailedCheck[];
}

export interface FailedCheck {
  readonly name: string;
  readonly url: string;
  /** The end of what it printed or said of itself; may be empty. */
  readonly excerpt: string;
}

export interface ForgeRemark {
  /** Stays the same: `review:12`, `comment:9`. */
  readonly id: string;
  readonly by: string;
  /** May write there. Never true for a bot. */
  readonly mayWrite: boolean;
  readonly isBot: boolean;
  readonly at: string;
  readonly url: string;
  readonly text: string;
  /** `src/main.ts:12`; `null`: on the whole. */
  readonly place: string | null;
  /** Asks for something: a comment, or a review that is no mere approval. */
  readonly asks: boolean;
}

/** Upper limits of what is read from a forge. */
export const FORGE_LIMITS = { pages: 10, text: 20_000, excerpt: 4_000 } as const;
