/** What a judge is given of a branch: hostile texts, as one JSON document that fits into a brief. */
import { logRange } from '../../git/log-range.ts';
import { readDiff } from '../../git/read-diff.ts';
import { settingsAsEnvironment } from '../../git/stream-git.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** More is cut off of a brief's event. */
const MOST_BYTES = 900_000;
const REPORT_BYTES = 60_000;
const MOST_COMMITS = 200;

export async function judgeCase(workspace: Workspace, branch: ReviewBranch): Promise<Uint8Array> {
  const { location, gitEnv } = workspace;
  const run = branch.runId === null ? null : await workspace.runs.read(branch.runId);
  const told = {
    branch: branch.branch,
    subject: branch.subject,
    intent: run?.spec.routine.intent ?? null,
    commits: await subjectsOf(workspace, branch),
    report: await reportOf(workspace, branch),
  };
  const repository = { cwd: location.root, env: { ...gitEnv, ...settingsAsEnvironment() } };
  for (let most = 800_000; ; most = Math.floor(most / 2)) {
    const { base: from, tip: to } = branch;
    const piece = await readDiff(repository, { from, to, path: null, offset: 0, most });
    const cut =
      piece.next === null ? null : `the diff is longer than ${most} bytes, and ends in the middle`;
    const text = JSON.stringify({ ...told, cut, diff: stripControls(piece.text) });
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= MOST_BYTES || most < 1_000) return bytes;
  }
}

/** Newest first. */
async function subjectsOf(
  { location, gitEnv }: Workspace,
  { base, tip }: ReviewBranch,
): Promise<readonly string[]> {
  const context = { cwd: location.root, env: gitEnv };
  const commits = await logRange(context, { from: base, to: tip, max: MOST_COMMITS });
  return commits.map(({ subject }) => oneLine(subject, 200));
}

/** As the run's supervisor took it over; `null`: there is none. */
async function reportOf({ location }: Workspace, { runId }: ReviewBranch): Promise<string | null> {
  if (runId === null) return null;
  const { accepted } = runPaths(location.stateDir, runId);
  const read = await readUntrusted(`${accepted}/report.md`, REPORT_BYTES);
  return read.kind === 'content' ? stripControls(read.bytes.toString('utf8')) : null;
}
