import { FIRST_ROUTINE, initWorkspace, type InitResult } from '../../app/init-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function initCommand(call: CommandCall): Promise<number> {
  const result = await initWorkspace(call.folder, call.env);
  if (call.json) {
    writeJson(call.terminal, { ...result, next: nextSteps(result) });
    return 0;
  }
  const page = openPage(call.terminal);
  describe(page, result);
  return 0;
}

function describe(page: Page, result: InitResult): void {
  page.fields([
    ['repository', result.root],
    ['branch', result.branch ?? 'none checked out'],
    ['time zone', `${result.timezone} (this machine's)`],
    [
      'wrote',
      result.written.length === 0 ? 'nothing: all is there already' : result.written.join(', '),
    ],
    ['left', result.left.length === 0 ? null : `${result.left.join(', ')} (there already)`],
  ]);
  page.line();
  for (const [index, step] of nextSteps(result).entries()) {
    page.line(`${index === 0 ? 'Next:' : '     '} ${step}`);
  }
}

function nextSteps(result: InitResult): readonly string[] {
  return [
    ...(result.hasCommits ? [] : ['git add --all && git commit   (a run starts from a commit)']),
    `roundsman run ${FIRST_ROUTINE}`,
  ];
}
