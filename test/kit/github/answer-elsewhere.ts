import { ledTo, refusal, type GithubAnswer, type GithubCall } from './github-route.ts';
import { oneIssueShape } from './issue-shapes.ts';

/** Former names lead to the repository; of others only issues are there that were transferred to them. */
export function answerElsewhere(call: GithubCall): GithubAnswer {
  const { state, params, url } = call;
  const { owner = '', repo = '' } = params;
  if (owner !== state.owner || !state.formerNames.includes(repo))
    return transferredIssue(call) ?? refusal(404, 'Not Found');
  return ledTo(call, url.pathname.replace(`/${owner}/${repo}`, `/${owner}/${state.name}`));
}

/** An issue in the repository that it was transferred to: a new one, by its number and id. */
function transferredIssue({ state, params, base }: GithubCall): GithubAnswer | null {
  const issue = state.issues.find(
    ({ gone }) =>
      gone !== null &&
      gone !== 'deleted' &&
      gone.owner === params['owner'] &&
      gone.repo === params['repo'] &&
      String(gone.number) === params['issue_number'],
  );
  if (issue === undefined) return null;
  const there = { ...state, owner: params['owner'] ?? '', name: params['repo'] ?? '' };
  const [id, number] = [issue.id + 1_000_000, Number(params['issue_number'])];
  return { status: 200, body: oneIssueShape(there, { ...issue, id, number }, base) };
}
