/**
 * What the page is made of. A view answers a GET, an action a POST; both are rows of a table (`routes.ts`,
 * `review/review-routes.ts`) and functions of their own file. Who may ask, from where and how much is decided before they are
 * called (`guard/`); what they throw is shown by `site/page-site.ts`: an AppError as its message and hint, anything else as a
 * fault of ours. They ask the rooms below, read little (lists are paged), and put every word through `html`.
 */
import type { Workspace } from '../workspace/contract.ts';
import type { Html } from './html.ts';
import type { Jobs } from './jobs.ts';

/** The page that the navigation marks; `parts/frame.ts` says below which entry it stands. */
export type Section =
  | 'home'
  | 'inbox'
  | 'outbox'
  | 'questions'
  | 'review'
  | 'landings'
  | 'routines'
  | 'runs'
  | 'findings'
  | 'items'
  | 'notes'
  | 'sessions'
  | 'history'
  | 'search'
  | 'status'
  | 'doctor'
  | 'connections'
  | 'messages'
  | 'audit';

/** What every view and action is given. */
export interface PageCall {
  readonly workspace: Workspace;
  /** Who is at the page: the user's name, as the commands have it. */
  readonly by: string;
  readonly now: Date;
  /** Of the route's pattern, decoded: `{ id }` of `/runs/:id`. From outside: resolve and check them. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query as asked, to come back to. */
  readonly url: string;
  /** Goes into every form (`postForm` does that). */
  readonly csrf: string;
  /** Whether this person may send a form to that path; one that they may not send is not shown. */
  readonly may: (action: string) => boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** What takes longer than a request: continues, and is shown on `/jobs/:id`. */
  readonly jobs: Jobs;
}

export interface PageView {
  /** As Hono's router has it: `/runs/:id`, `/review/:set/file/:path{.+}`. */
  readonly path: `/${string}`;
  readonly show: (call: PageCall) => Promise<Shown>;
}

export type Shown =
  | ShownPage
  | ShownFragment
  | ShownDocument
  | ShownDownload
  | ShownLive
  | ShownMove;

/** A whole page; the frame (head, navigation, notices) comes around it. */
export interface ShownPage {
  readonly kind: 'page';
  readonly section: Section;
  /** Plain text, for the window's title. */
  readonly title: string;
  readonly body: Html;
  /** Numbers beside tabs of its place, where the page knows them. */
  readonly tabCounts?: Partial<Record<Section, number>>;
  /** Default: 200. */
  readonly status?: number;
}

/** A piece without a frame, for `<div data-load="/path">` (fetched when it comes into sight, or at once with `data-now`). */
export interface ShownFragment {
  readonly kind: 'fragment';
  readonly body: Html;
  /** Where it is a page of its own. Default: `runs`. */
  readonly section?: Section;
  /** Its heading there, and the page that it is a piece of. */
  readonly page?: { readonly title: string; readonly to: string; readonly label: string };
}

/** A document of its own, such as the HTML part of a mail: it runs nothing, loads nothing and sends nothing. */
export interface ShownDocument {
  readonly kind: 'document';
  /** Whole; made by a room below, and not by `html`. */
  readonly html: string;
}

/** A file for the person’s machine, never opened in the page. */
export interface ShownDownload {
  readonly kind: 'download';
  /** `audit.csv`. */
  readonly name: string;
  readonly type: 'text/csv' | 'application/jsonl';
  readonly text: string;
}

/** Events for `<div data-live="/path">`, each told as it comes; a broken connection asks again after the last id. */
export interface ShownLive {
  readonly kind: 'live';
  /** @param after the id of the last event that arrived; `null` at first */
  readonly events: (after: string | null, signal: AbortSignal) => AsyncIterable<LiveEvent>;
}

export type LiveEvent =
  /** Puts markup into the element of that id. */
  | {
      readonly kind: 'put';
      readonly id: string | null;
      readonly target: string;
      readonly how: 'replace' | 'append';
      readonly body: Html;
    }
  /** Nothing more will come; the page is loaded again if it says so. */
  | { readonly kind: 'end'; readonly reload: boolean };

/** To another page: 303. */
export interface ShownMove {
  readonly kind: 'move';
  /** A path of ours. */
  readonly to: string;
}

export interface PageAction {
  readonly path: `/${string}`;
  /** A page where what was typed cannot be taken: the form again, with what is wrong. */
  readonly act: (call: ActionCall) => Promise<Acted | ShownPage>;
}

export interface ActionCall extends PageCall {
  readonly form: Form;
}

/** What was posted, but for what the frame put there. */
export interface Form {
  /** Trimmed; `''` when it is absent. */
  text(name: string): string;
  /** Trimmed; throws `usage`, naming it, when it is empty. */
  need(name: string): string;
  /** Of check boxes and lists. */
  all(name: string): readonly string[];
  /** Whether a box was ticked. */
  has(name: string): boolean;
}

/** Where to go, and what to say there. */
export interface Acted {
  /** A path of ours; `null`: back to where the form was. */
  readonly to: string | null;
  /** One sentence; said once, on the next page. */
  readonly notice: string;
  /** Default: `done`. */
  readonly tone?: NoticeTone;
  /** The page that it leads to says it by itself, as long as it holds. */
  readonly isShownThere?: true;
}

export type NoticeTone = 'done' | 'warning' | 'problem';

export interface Notice {
  readonly tone: NoticeTone;
  readonly text: string;
}
