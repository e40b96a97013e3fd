import {
  invalid,
  ledTo,
  mayWrite,
  paged,
  record,
  refusal,
  texts,
  type GithubAnswer,
  type GithubCall,
  type GithubRoute,
} from './github-route.ts';
import { labelShape } from './github-shapes.ts';
import type { KitIssue } from './github-state.ts';
import {
  addLabel,
  closeIssue,
  commentOn,
  editIssue,
  openIssue,
  reopenIssue,
} from './issue-acts.ts';
import { commentShape, eventShape, issueShape, oneIssueShape } from './issue-shapes.ts';

const REPOSITORY = '/repos/{owner}/{repo}';
const ISSUE = `${REPOSITORY}/issues/{issue_number}`;

/** Issues with their comments, labels and events. */
export function issueRoutes(): readonly GithubRoute[] {
  return [
    { method: 'GET', path: `${REPOSITORY}/issues`, answer: listIssues },
    { method: 'POST', path: `${REPOSITORY}/issues`, answer: writing(createIssue) },
    { method: 'GET', path: ISSUE, answer: ofIssue(oneIssue) },
    { method: 'PATCH', path: ISSUE, answer: writing(ofIssue(changeIssue)) },
    { method: 'GET', path: `${ISSUE}/comments`, answer: ofIssue(listComments) },
    { method: 'POST', path: `${ISSUE}/comments`, answer: writing(ofIssue(addComment)) },
    { method: 'GET', path: `${ISSUE}/events`, answer: ofIssue(listEvents) },
    { method: 'POST', path: `${ISSUE}/labels`, answer: writing(ofIssue(addLabels)) },
    { method: 'GET', path: `${REPOSITORY}/labels`, answer: listLabels },
    { method: 'POST', path: `${REPOSITORY}/labels`, answer: writing(createLabel) },
    { method: 'GET', path: `${REPOSITORY}/issues/comments`, answer: listAllComments },
  ];
}

type Answering = (call: GithubCall) => GithubAnswer;

function writing(answer: Answering): Answering {
  return (call) => mayWrite(call) ?? answer(call);
}

function ofIssue(answer: (call: GithubCall, issue: KitIssue) => GithubAnswer): Answering {
  return (call) => {
    const number = Number(call.params['issue_number']);
    const issue = call.state.issues.find((one) => one.number === number);
    if (issue === undefined) return refusal(404, 'Not Found');
    if (issue.gone === 'deleted') return refusal(410, 'This issue was deleted');
    if (issue.gone !== null) {
      const { owner, repo, number: there } = issue.gone;
      return ledTo(call, `/repos/${owner}/${repo}/issues/${there}`);
    }
    return answer(call, issue);
  };
}

/** Newest first, open ones, unless asked otherwise; pull requests are among them. */
function listIssues(call: GithubCall): GithubAnswer {
  const { state, query, base } = call;
  const wanted = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((one) => one !== '');
  const since = query.get('since');
  const by = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  const creator = query.get('creator');
  const found = state.issues
    .filter((one) => one.gone === null)
    .filter((one) => wanted === 'all' || one.state === wanted)
    .filter((one) => labels.every((name) => one.labels.includes(name)))
    .filter((one) => since === null || Date.parse(one.updatedAt) >= Date.parse(since))
    .filter((one) => creator === null || one.by === creator)
    .toSorted((a, b) => sign * (a[by].localeCompare(b[by]) || a.number - b.number));
  return paged(call, found, (one) => issueShape(state, one, base));
}

function createIssue({ state, body, base, token }: GithubCall): GithubAnswer {
  const { title, body: text, labels, assignees } = record(body);
  if (typeof title !== 'string' || title.trim() === '')
    return invalid('Issue', 'title', 'missing_field');
  if (title.length > 256 || (typeof text === 'string' && text.length > 65_536))
    return invalid('Issue', title.length > 256 ? 'title' : 'body');
  const issue = openIssue(state, token?.login ?? '', {
    title,
    body: typeof text === 'string' ? text : null,
    labels: texts(labels) ?? [],
    assignees: texts(assignees) ?? [],
  });
  const shape = oneIssueShape(state, issue, base);
  return { status: 201, body: shape, headers: { location: shape.url } };
}

function oneIssue({ state, base }: GithubCall, issue: KitIssue): GithubAnswer {
  return { status: 200, body: oneIssueShape(state, issue, base) };
}

function changeIssue({ state, body, base, token }: GithubCall, issue: KitIssue): GithubAnswer {
  const by = token?.login ?? '';
  const given = record(body);
  const { title, body: text, state: wanted, state_reason: reason } = given;
  if (typeof title === 'string' && (title.trim() === '' || title.length > 256))
    return invalid('Issue', 'title');
  if (typeof title === 'string') editIssue(state, issue, { by, title });
  if (typeof text === 'string' || text === null) editIssue(state, issue, { by, body: text });
  const labels = texts(given['labels']);
  if (labels !== null) {
    issue.labels = issue.labels.filter((name) => labels.includes(name));
    for (const name of labels) addLabel(state, issue, { by, name });
  }
  if (wanted === 'closed')
    closeIssue(state, issue, {
      by,
      reason: reason === 'not_planned' || reason === 'duplicate' ? reason : 'completed',
    });
  if (wanted === 'open') reopenIssue(state, issue, by);
  return { status: 200, body: oneIssueShape(state, issue, base) };
}

function listComments(call: GithubCall, issue: KitIssue): GithubAnswer {
  const since = call.query.get('since');
  const found = issue.comments.filter(
    (one) => since === null || Date.parse(one.updatedAt) >= Date.parse(since),
  );
  return paged(call, found, (one) => commentShape(call.state, issue, one, call.base));
}

function listAllComments(call: GithubCall): GithubAnswer {
  const { state, query, base } = call;
  const since = query.get('since');
  const sign = query.get('direction') === 'desc' ? -1 : 1;
  const found = state.issues
    .filter(({ gone }) => gone === null)
    .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
    .filter(({ comment }) => since === null || Date.parse(comment.updatedAt) >= Date.parse(since))
    .toSorted((a, b) => sign * (a.comment.id - b.comment.id));
  return paged(call, found, ({ issue, comment }) => commentShape(state, issue, comment, base));
}

function addComment({ state, body, base, token }: GithubCall, issue: KitIssue): GithubAnswer {
  const text = record(body)['body'];
  if (typeof text !== 'string' || text.trim() === '' || text.length > 65_536)
    return invalid('IssueComment', 'body');
  const comment = commentOn(state, issue, { by: token?.login ?? '', body: text });
  const shape = commentShape(state, issue, comment, base);
  return { status: 201, body: shape, headers: { location: shape.url } };
}

function listEvents(call: GithubCall, issue: KitIssue): GithubAnswer {
  return paged(call, issue.events, (one) => eventShape(call.state, one, call.base));
}

function addLabels({ state, body, base, token }: GithubCall, issue: KitIssue): GithubAnswer {
  const names = texts(record(body)['labels']) ?? [];
  for (const name of names) addLabel(state, issue, { by: token?.login ?? '', name });
  return {
    status: 200,
    body: state.labels
      .filter(({ name }) => issue.labels.includes(name))
      .map((label) => labelShape(state, label, base)),
  };
}

function listLabels(call: GithubCall): GithubAnswer {
  return paged(call, call.state.labels, (one) => labelShape(call.state, one, call.base));
}

function createLabel({ state, body, base }: GithubCall): GithubAnswer {
  const { name, color, description } = record(body);
  if (typeof name !== 'string' || name === '' || name.length > 50) return invalid('Label', 'name');
  if (state.labels.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    return invalid('Label', 'name', 'already_exists');
  const label = {
    id: state.nextId(),
    name,
    color: typeof color === 'string' ? color : 'ededed',
    description: typeof description === 'string' ? description : null,
  };
  state.labels.push(label);
  return { status: 201, body: labelShape(state, label, base) };
}
