import {
  openPullRequest,
  previewPullRequest,
} from '../../../connections/pull-requests/open-pull-request.ts';
import type { PullRequestLink } from '../../../words/pull-request.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { toOutboxView } from '../../output/outbox-view.ts';
import { openPage } from '../../output/page.ts';
import { pullRequestFields } from '../../output/proposal-fields.ts';
import { writeJson } from '../../output/write-json.ts';
import { readTextOption } from '../../text-from-person.ts';

/** Without a branch it lists what stands outside. 1 when it could not be opened. */
export async function reviewPrCommand(call: CommandCall): Promise<number> {
  const [what] = call.words;
  if (what === undefined) return list(call);
  const workspace = await openWorkspace(call);
  const { options } = call;
  const request = {
    what,
    title: options.text('title'),
    body: await readTextOption(call),
    base: options.text('base'),
    via: options.text('via'),
    ready: options.flag('ready'),
    labels: options.list('label'),
    reviewers: options.list('reviewer'),
    by: call.actor,
  };
  const isDry = options.flag('dryRun');
  const proposal = isDry
    ? await previewPullRequest(workspace, request)
    : await openPullRequest(workspace, request);
  const exitCode = proposal.state === 'failed' ? 1 : 0;
  if (call.json) {
    writeJson(call.terminal, toOutboxView(proposal));
    return exitCode;
  }
  const page = openPage(call.terminal);
  if (isDry) {
    page.fields([...pullRequestFields(proposal.payload), ['text', proposal.payload.body]]);
    page.line();
    page.line('Nothing was pushed or opened. Without --dry-run it is.');
    return 0;
  }
  page.line(`${proposal.state} ${proposal.id}  ${oneLine(proposal.summary, 160)}`);
  const outcome = proposal.applying?.outcome ?? '';
  if (outcome !== '') page.line(`  ${oneLine(outcome, 500)}`);
  if (proposal.state === 'failed')
    page.line(`  Try again: roundsman requests retry ${proposal.id}`);
  return exitCode;
}

async function list(call: CommandCall): Promise<number> {
  const { review } = await openWorkspace(call);
  const links = await review.pullRequests.list();
  if (call.json) {
    writeJson(call.terminal, links);
    return 0;
  }
  const page = openPage(call.terminal);
  if (links.length === 0) {
    page.line('No pull request was opened from here. Open one: roundsman review pr BRANCH');
    return 0;
  }
  for (const link of links) {
    page.line(`${standingOf(link)}  ${oneLine(link.title, 100)}`);
    page.line(`  ${oneLine(link.url, 300)}  from ${link.branch}, into ${oneLine(link.base, 80)}`);
    if (link.seen.halted !== null)
      page.line(`  not gone on with: ${oneLine(link.seen.halted, 300)}`);
  }
  return 0;
}

function standingOf({ state, checks, seen, follow }: PullRequestLink): string {
  if (state.kind !== 'open') return `${state.kind} by ${oneLine(state.by, 60)}`;
  const parts = [
    state.draft ? 'draft' : 'open',
    checks === 'none' ? 'no checks' : `checks ${checks}`,
    ...(follow === null ? [] : [`${seen.runs} of ${follow.max} further runs`]),
    ...(seen.working === null ? [] : ['one at work']),
  ];
  return parts.join(', ');
}
