import { buildUnion } from '../../../review/build-union.ts';
import type { Union, UnionCheck } from '../../../words/review/change-set.ts';
import { oneLine, plural, stripControls } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { requireReviewSetting } from '../../ask-to-confirm.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import { withProgress } from '../../output/progress-writer.ts';
import { writeJson } from '../../output/write-json.ts';

// What came of a union, for a person.

/** Whether nothing is known that keeps the whole from landing. */
function unionStands({ state }: Union): boolean {
  return state.kind === 'passed' || state.kind === 'unchecked';
}

function writeUnion(page: Page, union: Union): void {
  const { paint } = page;
  const style = unionStands(union) ? 'good' : 'bad';
  page.line(`${paint('strong', oneLine(union.set, 120))}  ${paint(style, stateWords(union))}`);
  page.fields([
    ['onto', `${union.target} at ${union.targetTip.slice(0, 10)}`],
    ['merged', union.members.map(({ branch }) => oneLine(branch, 160)).join('\n')],
    ['commit', union.commit === null ? null : union.commit.slice(0, 10)],
    ['isolation', union.isolation],
  ]);
  writeConflict(page, union);
  for (const check of union.checks) writeCheck(page, check);
  if (union.breaking.length > 0) {
    const names = union.breaking.map((name) => oneLine(name, 160));
    page.line();
    page.line(
      paint(
        'bad',
        names.length === 1
          ? 'breaks it by itself:'
          : 'break it together, and none of them does with one less:',
      ),
    );
    for (const name of names) page.line(`  ${name}`);
  }
  if (union.tried.length === 0) return;
  page.line();
  page.line(paint('faint', 'tried'));
  for (const line of union.tried) page.line(paint('faint', `  ${oneLine(line, 400)}`));
}

function stateWords({ state, members, checks }: Union): string {
  const whole = plural(members.length, 'branch', 'branches');
  switch (state.kind) {
    case 'running':
      return 'being built';
    case 'passed':
      return `passed: ${whole} merged, ${plural(checks.length, 'check')} passed`;
    case 'broken':
      return `broken: ${whole} merge, and a check of the whole fails`;
    case 'unchecked':
      return `merges: ${whole}; no check is known for it (review.checks in roundsman.yaml)`;
    case 'conflict':
      return `conflict: ${oneLine(state.at, 160)} does not merge onto those before it`;
    case 'failed':
      return `not built: ${oneLine(state.why, 500)}`;
  }
}

function writeConflict(page: Page, { state }: Union): void {
  if (state.kind !== 'conflict') return;
  for (const { path, kind } of state.files)
    page.line(`  ${oneLine(path, 200)}  ${page.paint('faint', oneLine(kind, 60))}`);
}

function writeCheck(page: Page, check: UnionCheck): void {
  const { paint } = page;
  const { command, exitCode, timedOut, durationMs, tail } = check;
  const passed = exitCode === 0;
  const how = timedOut
    ? 'was ended: out of time'
    : exitCode === null
      ? 'was ended by a signal'
      : passed
        ? 'passed'
        : `failed with exit code ${exitCode}`;
  const took = `${(durationMs / 1000).toFixed(1)} s`;
  page.line();
  page.line(
    `${paint(passed ? 'good' : 'bad', passed ? '✓' : '✗')} ${oneLine(command, 200)}  ${how}, ${took}`,
  );
  if (passed) return;
  for (const text of stripControls(tail).split('\n').slice(-12))
    page.line(paint('faint', `    ${oneLine(text, 300)}`));
}

/** Exit 1 where the whole does not stand: broken, in conflict, or not built. */
export async function reviewUnionCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  await requireReviewSetting(call, workspace, { key: 'review.checks', verb: 'union' });
  const union = await withProgress(call, ({ signal, show, now }) =>
    buildUnion(workspace, {
      what: call.words[0] ?? '',
      by: call.actor,
      again: call.options.flag('again'),
      search: call.options.flag('search'),
      others: call.options.flag('others'),
      progress: (text) => show({ kind: 'progress', at: now(), text }),
      signal,
    }),
  );
  if (call.json) writeJson(call.terminal, union);
  else writeUnion(openPage(call.terminal), union);
  return unionStands(union) ? 0 : 1;
}
