/** Issues, comments and events in full. */
import { labelShape, repositoryUrl, userShape, webUrl, type Base } from './github-shapes.ts';
import {
  nodeId,
  type GithubState,
  type KitComment,
  type KitEvent,
  type KitIssue,
} from './github-state.ts';

const REACTIONS = {
  '+1': 0,
  '-1': 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
};

export function issueShape(state: GithubState, issue: KitIssue, base: Base) {
  const url = `${repositoryUrl(state, base)}/issues/${issue.number}`;
  const people = issue.assignees.map((login) => userShape(state, login, base));
  return {
    id: issue.id,
    node_id: nodeId('I', issue.id),
    url,
    repository_url: repositoryUrl(state, base),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${webUrl(state)}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`,
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: userShape(state, issue.by, base),
    labels: state.labels
      .filter(({ name }) => issue.labels.includes(name))
      .map((label) => labelShape(state, label, base)),
    assignee: people[0] ?? null,
    assignees: people,
    milestone: issue.milestone === null ? null : milestoneShape(state, issue.milestone, base),
    locked: false,
    active_lock_reason: null,
    comments: issue.comments.length,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: associationOf(state, issue.by),
    reactions: { url: `${url}/reactions`, total_count: 0, ...REACTIONS },
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    ...(issue.pull === null
      ? {}
      : {
          pull_request: {
            url: repositoryUrl(state, base) + issue.pull,
            html_url: webUrl(state) + issue.pull.replace('/pulls/', '/pull/'),
            diff_url: `${webUrl(state)}${issue.pull.replace('/pulls/', '/pull/')}.diff`,
            patch_url: `${webUrl(state)}${issue.pull.replace('/pulls/', '/pull/')}.patch`,
          },
        }),
  };
}

/** Of one issue alone GitHub also tells who closed it. */
export function oneIssueShape(state: GithubState, issue: KitIssue, base: Base) {
  const { closedBy } = issue;
  return {
    ...issueShape(state, issue, base),
    closed_by: closedBy === null ? null : userShape(state, closedBy, base),
  };
}

/* oxlint-disable-next-line eslint/max-params -- where, of what, it, and as seen from where */
export function commentShape(state: GithubState, issue: KitIssue, comment: KitComment, base: Base) {
  const url = `${repositoryUrl(state, base)}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    url,
    html_url: `${webUrl(state)}/issues/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(state, base)}/issues/${issue.number}`,
    user: userShape(state, comment.by, base),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(state, comment.by),
    reactions: { url: `${url}/reactions`, total_count: 0, ...REACTIONS },
    performed_via_github_app: null,
  };
}

export function eventShape(state: GithubState, event: KitEvent, base: Base) {
  const label = state.labels.find(({ name }) => name === event.label);
  return {
    id: event.id,
    node_id: nodeId('E', event.id),
    url: `${repositoryUrl(state, base)}/issues/events/${event.id}`,
    actor: userShape(state, event.by, base),
    event: event.event,
    commit_id: null,
    commit_url: null,
    created_at: event.createdAt,
    performed_via_github_app: null,
    ...(event.event === 'closed' ? { state_reason: event.stateReason ?? null } : {}),
    ...(label === undefined ? {} : { label: { name: label.name, color: label.color } }),
    ...(event.rename === undefined ? {} : { rename: event.rename }),
  };
}

function milestoneShape(state: GithubState, title: string, base: Base) {
  const url = `${repositoryUrl(state, base)}/milestones/1`;
  return {
    url,
    html_url: `${webUrl(state)}/milestone/1`,
    labels_url: `${url}/labels`,
    id: 900,
    node_id: nodeId('MI', 900),
    number: 1,
    state: 'open',
    title,
    description: null,
    creator: userShape(state, state.owner, base),
    open_issues: 1,
    closed_issues: 0,
    created_at: '2024-01-02T03:04:05Z',
    updated_at: '2024-01-02T03:04:05Z',
    closed_at: null,
    due_on: null,
  };
}

function associationOf(state: GithubState, login: string): string {
  return state.users.get(login)?.association ?? 'NONE';
}
