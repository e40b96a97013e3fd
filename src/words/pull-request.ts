/** Pull requests (GitLab calls them merge requests): what is asked for, and what is kept of one that is open. */
import type { ConnectionKind } from './connection.ts';
import type { BranchName, CommitSha, ItemKey, RoutineId, RunId } from './ids.ts';
import type { PullRequestRules } from './routine.ts';

/** Where it is opened: by the name of a connection, and what that stood for when it was proposed. */
export interface ForgePlace {
  readonly via: string;
  readonly kind: ConnectionKind;
  /** Base URL of its API. */
  readonly api: string;
  /** `owner/name`, `group/sub/name`. */
  readonly repository: string;
}

/** All of it is bound by an approval. */
export interface PullRequestPayload {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** `origin`. */
  readonly remote: string;
  /** Where that pushed to when it was proposed, credentials blotted out. */
  readonly url: string;
  /** The branch's name there, without `refs/heads/`. */
  readonly ref: string;
  /** Where `ref` stands there before, by our own push; `null`: nowhere, it is new. */
  readonly from: CommitSha | null;
  readonly forge: ForgePlace;
  /** The branch there that it is to go into. */
  readonly base: string;
  readonly title: string;
  /** Markdown that mentions no user and closes nothing except by our own line. */
  readonly body: string;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly item: ItemKey | null;
  /** What its approval covers besides: the same routine continues with it where checks fail or people ask for changes. */
  readonly follow: PullRequestRules['follow'];
}

/** One that stands at a forge; kept for as long as anybody may ask for it. */
export interface PullRequestLink {
  /** From its connection and its number: `github-7`. */
  readonly id: string;
  /** Empty: a person opened it there. */
  readonly proposal: string;
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly forge: ForgePlace;
  readonly remote: string;
  readonly remoteUrl: string;
  readonly number: number;
  /** For people; hostile until it is shown as one line. */
  readonly url: string;
  readonly title: string;
  readonly ref: string;
  readonly base: string;
  readonly item: ItemKey | null;
  /** Our newest branch that was pushed there, and its tip: any other commit at `ref` is not ours. */
  readonly branch: BranchName;
  readonly pushed: CommitSha;
  /** The newest run that worked on it. */
  readonly newest: RunId;
  readonly follow: PullRequestRules['follow'];
  readonly state: PullRequestState;
  readonly checks: CheckStanding;
  /** It does not merge as it is. Absent: no. */
  readonly conflicts?: boolean;
  readonly openedAt: string;
  /** Who approved it; empty: a person opened it there. */
  readonly by: string;
  readonly seen: SeenThere;
}

export type PullRequestState =
  | { readonly kind: 'open'; readonly draft: boolean }
  | { readonly kind: 'merged'; readonly by: string; readonly at: string }
  | { readonly kind: 'closed'; readonly by: string; readonly at: string; readonly reason: string };

export type CheckStanding = 'none' | 'running' | 'passed' | 'failed';

/** How far following has come. */
export interface SeenThere {
  /** Failures that a run was told of, by signature; the newest two hundred. */
  readonly failures: readonly string[];
  /** Remarks that a run was told of, or that start nothing, by id; the newest five thousand. */
  readonly remarks: readonly string[];
  /** Further runs so far. */
  readonly runs: number;
  /** The one that works on it, `null`: none, or it is dealt with. */
  readonly working: RunId | null;
  /** Written before a run is started: after a crash it is known what it was told of. `null`: none is on its way. */
  readonly starting: {
    readonly failures: readonly string[];
    readonly remarks: readonly string[];
    /** The newest run there was of any: the one that is started comes after it. Absent in records of before. */
    readonly since?: RunId | null;
  } | null;
  /** What keeps it from going on, one line; `null`: nothing. */
  readonly halted: string | null;
  readonly lookedAt: string | null;
  /** What strangers and bots said, for a person; the newest twenty. Absent: nothing. */
  readonly unheard?: readonly UnheardRemark[];
}

export interface UnheardRemark {
  readonly id: string;
  readonly by: string;
  readonly isBot: boolean;
  readonly at: string;
  readonly text: string;
}

export const NOTHING_SEEN: SeenThere = {
  failures: [],
  remarks: [],
  runs: 0,
  working: null,
  starting: null,
  halted: null,
  lookedAt: null,
};

/**
 * The one that is kept of it; `null`: none is. By where it stands and not by its id: a connection may have been of another
 * repository before, whose numbers are other requests'.
 * @param number as its forge counts
 */
export function linkOf(
  known: readonly PullRequestLink[],
  { api, repository }: Pick<ForgePlace, 'api' | 'repository'>,
  number: number,
): PullRequestLink | null {
  const wanted = repository.toLowerCase();
  return (
    known.find(
      ({ forge, number: its }) =>
        its === number && forge.api === api && forge.repository.toLowerCase() === wanted,
    ) ?? null
  );
}

/** `github-7`; where another one has that, `github-7-2`. */
export function freeLinkId(
  known: readonly Pick<PullRequestLink, 'id'>[],
  { via }: Pick<ForgePlace, 'via'>,
  number: number,
): string {
  const first = `${via}-${number}`;
  for (let next = first, count = 2; ; count += 1) {
    if (known.every(({ id }) => id !== next)) return next;
    next = `${first}-${count}`;
  }
}
