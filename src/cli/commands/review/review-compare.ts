import { compareBranches } from '../../../review/compare-branches.ts';
import { compareVariants } from '../../../review/compare-variants.ts';
import { diffOfPair } from '../../../review/diff-of-pair.ts';
import { AppError } from '../../../words/errors.ts';
import { stripControls } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { writeComparison } from '../../output/comparison-view.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

/** Two branches, or all variants of a run. */
export async function reviewCompareCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [a = '', b] = call.words;
  const wantsDiff = call.options.flag('diff');
  const page = openPage(call.terminal);
  if (b === undefined) {
    if (wantsDiff) throw diffOfTwo();
    const compared = await compareVariants(workspace, { what: a });
    if (call.json) writeJson(call.terminal, compared);
    else writeComparison(page, compared);
    return 0;
  }
  const compared = await compareBranches(workspace, { a, b });
  const [one, other] = compared.sides;
  if (call.json) {
    const diff: string[] = [];
    if (wantsDiff) await diffOfPair(workspace, [one.tip, other.tip], (text) => diff.push(text));
    writeJson(call.terminal, wantsDiff ? { ...compared, diff: diff.join('') } : compared);
    return 0;
  }
  const files = compared.files.map(({ path, same, ...sides }) => ({
    path,
    same,
    sides: [sides.a, sides.b],
  }));
  writeComparison(page, { branches: compared.sides, files });
  if (!wantsDiff) return 0;
  page.line();
  await diffOfPair(workspace, [one.tip, other.tip], (text) =>
    call.terminal.out(stripControls(text)),
  );
  return 0;
}

function diffOfTwo(): AppError {
  return new AppError('usage', {
    code: 'diff-of-two',
    message: '--diff shows what differs between two branches, and one name was given',
    hint: 'Name both: roundsman review compare A B --diff',
  });
}
