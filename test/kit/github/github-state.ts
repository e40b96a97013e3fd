/** What a loopback GitHub holds: one repository, its people, and what they did. Other route files keep what is theirs. */
import { createHash } from 'node:crypto';

export interface KitToken {
  readonly login: string;
  readonly scopes: readonly string[];
  /** `none`: it sees the repository, and may change nothing. */
  readonly rights: 'write' | 'none';
  /** After it the token is not taken any more. */
  readonly expiresAt: Date | null;
}

export interface KitUser {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot';
  /** To the repository. */
  readonly association: 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'NONE';
  /** Default: what such a one may usually do. */
  readonly role?: 'admin' | 'maintain' | 'write' | 'triage' | 'read';
}

export interface KitLabel {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface KitComment {
  readonly id: number;
  readonly by: string;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface KitEvent {
  readonly id: number;
  readonly by: string;
  readonly event: 'closed' | 'reopened' | 'labeled' | 'unlabeled' | 'renamed';
  readonly createdAt: string;
  readonly label?: string;
  readonly rename?: { readonly from: string; readonly to: string };
  readonly stateReason?: KitIssue['stateReason'];
}

export interface KitIssue {
  readonly id: number;
  readonly number: number;
  readonly by: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  closedAt: string | null;
  closedBy: string | null;
  labels: string[];
  assignees: string[];
  /** Its title. */
  milestone: string | null;
  readonly createdAt: string;
  updatedAt: string;
  readonly comments: KitComment[];
  readonly events: KitEvent[];
  /** `deleted` answers 410; one that was transferred leads to where it is. */
  gone:
    | null
    | 'deleted'
    | { readonly owner: string; readonly repo: string; readonly number: number };
  /** Issues that are pull requests: the path of the pull request, `/pulls/7`. */
  readonly pull: string | null;
}

export interface GithubState {
  readonly owner: string;
  name: string;
  /** Names that lead to `name`: it was renamed. */
  readonly formerNames: string[];
  readonly defaultBranch: string;
  /** By value. */
  readonly tokens: Map<string, KitToken>;
  readonly users: Map<string, KitUser>;
  readonly labels: KitLabel[];
  readonly issues: KitIssue[];
  /** Of the primary limit; `reset` in seconds since 1970. */
  limit: { total: number; remaining: number; reset: number };
  /** The time of the server. */
  now: () => Date;
  /** Never used twice. */
  readonly nextId: () => number;
  /** Issues and pull requests are counted together. */
  readonly nextNumber: () => number;
}

export const KIT_TOKEN = 'ghp_kit0000000000000000000000000000000000';
export const KIT_LOGIN = 'harbour-bot';
/** A person who may write. */
export const KIT_PERSON = 'ada';

export function githubState({
  now = () => new Date(),
}: { readonly now?: () => Date } = {}): GithubState {
  let id = 1_000;
  let number = 0;
  const nextId = (): number => (id += 1);
  const user = (
    login: string,
    association: KitUser['association'],
    type: KitUser['type'] = 'User',
  ): [string, KitUser] => [login, { id: nextId(), login, type, association }];
  const state: GithubState = {
    owner: 'harbour',
    name: 'lamps',
    formerNames: [],
    defaultBranch: 'main',
    tokens: new Map([
      [KIT_TOKEN, { login: KIT_LOGIN, scopes: ['repo'], rights: 'write', expiresAt: null }],
    ]),
    users: new Map([
      user('harbour', 'OWNER'),
      user(KIT_LOGIN, 'COLLABORATOR', 'Bot'),
      user(KIT_PERSON, 'MEMBER'),
      user('passer-by', 'NONE'),
    ]),
    labels: [],
    issues: [],
    limit: { total: 5_000, remaining: 5_000, reset: 0 },
    now,
    nextId,
    nextNumber: () => (number += 1),
  };
  state.limit.reset = Math.floor(now().getTime() / 1_000) + 3_600;
  return state;
}

/** GitHub tells whole seconds. */
export function timeOf(state: GithubState): string {
  return `${state.now().toISOString().slice(0, 19)}Z`;
}

export function nodeId(kind: string, id: number): string {
  return `${kind}_${createHash('sha256').update(`${kind}:${id}`).digest('base64url').slice(0, 16)}`;
}
