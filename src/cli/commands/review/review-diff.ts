import { findReviewed, inOrder } from '../../../review/find-reviewed.ts';
import { inspectReview } from '../../../review/inspect-review.ts';
import { repositoryPaths, streamBranchDiff } from '../../../review/read-branch-diff.ts';
import type { BranchChange, ReviewBranch } from '../../../words/review/review-branch.ts';
import { oneLine, plural, stripControls } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import { nothingWaits } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

/** Of one branch in one document. */
const MOST_CHARACTERS = 5_000_000;

export async function reviewDiffCommand(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const paths = repositoryPaths(options.list('path'));
  const workspace = await openWorkspace(call);
  const [what] = call.words;
  const others = options.flag('others');
  const branches =
    what === undefined
      ? (await inspectReview(workspace, { others })).sets.flatMap(inOrder)
      : (await findReviewed(workspace, { what, others })).branches;
  if (call.json) {
    const diffs = [];
    for (const branch of branches) diffs.push(await diffAsData(workspace, branch, paths));
    writeJson(terminal, { branches: diffs });
    return 0;
  }
  const page = openPage(terminal);
  if (branches.length === 0) page.line(nothingWaits(others));
  for (const [index, branch] of branches.entries()) {
    if (index > 0) page.line();
    writeHead(page, branch, paths);
    if (options.flag('stat')) continue;
    page.line();
    await streamBranchDiff(workspace, {
      branch,
      paths,
      take: (line) => {
        page.verbatim(painted(page, stripControls(line)));
        return true;
      },
    });
  }
  return 0;
}

type Opened = Awaited<ReturnType<typeof openWorkspace>>;

async function diffAsData(
  workspace: Opened,
  branch: ReviewBranch,
  paths: readonly string[],
): Promise<object> {
  const lines: string[] = [];
  let left = MOST_CHARACTERS;
  await streamBranchDiff(workspace, {
    branch,
    paths,
    take: (line) => {
      left -= line.length + 1;
      if (left >= 0) lines.push(line);
      return left >= 0;
    },
  });
  const { base, tip, target } = branch;
  const changes = branch.changes.filter((change) => isWanted(change, paths));
  const text = lines.map((line) => `${line}\n`).join('');
  return { branch: branch.branch, target, base, tip, changes, diff: text, truncated: left < 0 };
}

function isWanted({ path, from }: BranchChange, paths: readonly string[]): boolean {
  const fits = (name: string): boolean =>
    paths.some((wanted) => name === wanted || name.startsWith(`${wanted}/`));
  return paths.length === 0 || fits(path) || (from !== null && fits(from));
}

function writeHead(page: Page, branch: ReviewBranch, paths: readonly string[]): void {
  const { insertions, deletions } = branch;
  const own = branch.changes.filter((change) => isWanted(change, paths));
  const of = own.length === branch.changes.length ? '' : ` of ${branch.changes.length}`;
  page.line(
    page.paint('strong', `${oneLine(branch.branch, 200)}  ${oneLine(branch.subject, 200)}`),
  );
  page.line(
    page.paint(
      'faint',
      `${plural(own.length, 'file')}${of}, +${insertions} −${deletions}, against ${branch.base.slice(0, 10)} of ${oneLine(branch.target, 80)}`,
    ),
  );
  for (const { path, from, status, insertions: added, deletions: gone } of own) {
    const name =
      from === null ? oneLine(path, 300) : `${oneLine(from, 300)} → ${oneLine(path, 300)}`;
    page.line(
      `  ${status.padEnd(8)} ${name}  ${added === null ? 'no text' : `+${added} −${gone ?? 0}`}`,
    );
  }
}

function painted({ paint }: Page, line: string): string {
  if (/^(diff --git|--- |\+\+\+ )/.test(line)) return paint('strong', line);
  if (line.startsWith('@@')) return paint('faint', line);
  if (line.startsWith('+')) return paint('good', line);
  return line.startsWith('-') ? paint('bad', line) : line;
}
