/** What people do with issues, by whatever way: the routes and tests that play a person use the same. */
import {
  timeOf,
  type GithubState,
  type KitComment,
  type KitEvent,
  type KitIssue,
  type KitLabel,
} from './github-state.ts';

export interface NewIssue {
  readonly title: string;
  readonly body?: string | null;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly pull?: string;
}

export function openIssue(state: GithubState, by: string, given: NewIssue): KitIssue {
  const at = timeOf(state);
  const issue: KitIssue = {
    id: state.nextId(),
    number: state.nextNumber(),
    by,
    title: given.title,
    body: given.body ?? null,
    state: 'open',
    stateReason: null,
    closedAt: null,
    closedBy: null,
    labels: [],
    assignees: [...(given.assignees ?? [])],
    milestone: null,
    createdAt: at,
    updatedAt: at,
    comments: [],
    events: [],
    gone: null,
    pull: given.pull ?? null,
  };
  state.issues.push(issue);
  for (const name of given.labels ?? []) addLabel(state, issue, { by, name });
  return issue;
}

export function labelNamed(state: GithubState, name: string): KitLabel {
  const there = state.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (there !== undefined) return there;
  const label = { id: state.nextId(), name, color: 'ededed', description: null };
  state.labels.push(label);
  return label;
}

export function addLabel(
  state: GithubState,
  issue: KitIssue,
  { by, name }: { readonly by: string; readonly name: string },
): void {
  const label = labelNamed(state, name);
  if (issue.labels.includes(label.name)) return;
  issue.labels.push(label.name);
  happened(state, issue, { by, event: 'labeled', label: label.name });
}

export function closeIssue(
  state: GithubState,
  issue: KitIssue,
  { by, reason = 'completed' }: { readonly by: string; readonly reason?: KitIssue['stateReason'] },
): void {
  if (issue.state === 'closed') {
    issue.stateReason = reason;
    return;
  }
  issue.state = 'closed';
  issue.stateReason = reason;
  issue.closedAt = timeOf(state);
  issue.closedBy = by;
  happened(state, issue, { by, event: 'closed', stateReason: reason });
}

export function reopenIssue(state: GithubState, issue: KitIssue, by: string): void {
  if (issue.state === 'open') return;
  issue.state = 'open';
  issue.stateReason = 'reopened';
  issue.closedAt = null;
  issue.closedBy = null;
  happened(state, issue, { by, event: 'reopened' });
}

export function commentOn(
  state: GithubState,
  issue: KitIssue,
  { by, body }: { readonly by: string; readonly body: string },
): KitComment {
  const at = timeOf(state);
  const comment = { id: state.nextId(), by, body, createdAt: at, updatedAt: at };
  issue.comments.push(comment);
  issue.updatedAt = at;
  return comment;
}

export function editIssue(
  state: GithubState,
  issue: KitIssue,
  {
    by,
    title,
    body,
  }: { readonly by: string; readonly title?: string; readonly body?: string | null },
): void {
  if (title !== undefined && title !== issue.title) {
    happened(state, issue, { by, event: 'renamed', rename: { from: issue.title, to: title } });
    issue.title = title;
  }
  if (body !== undefined) issue.body = body;
  issue.updatedAt = timeOf(state);
}

function happened(
  state: GithubState,
  issue: KitIssue,
  event: Omit<KitEvent, 'id' | 'createdAt'>,
): void {
  const createdAt = timeOf(state);
  issue.events.push({ ...event, id: state.nextId(), createdAt });
  issue.updatedAt = createdAt;
}
