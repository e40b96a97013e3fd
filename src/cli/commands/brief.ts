import { findRun } from '../../app/find-run.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { readBrief } from '../../app/read-brief.ts';
import type { Brief } from '../../domain/brief.ts';
import { hostTimezone } from '../../platform/environment.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { localTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';

export async function briefCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const brief = await readBrief(workspace, run);
  if (call.json) {
    writeJson(call.terminal, brief.content);
    return 0;
  }
  const page = openPage(call.terminal);
  writeBrief(page, brief.content, brief.folder);
  return 0;
}

function writeBrief(page: Page, brief: Brief, folder: string): void {
  const zone = hostTimezone();
  const { context } = brief;
  page.fields([
    ['routine', `${brief.routine.id}: ${brief.routine.name}`],
    ['intent', brief.routine.intent],
    ['recipe', brief.recipe],
    [
      'window',
      `${brief.window.from === null ? 'the beginning' : localTime(brief.window.from, zone)} to ${localTime(brief.window.to, zone)}`,
    ],
    ...Object.entries(brief.facts).map(
      ([name, facts]) =>
        [
          `facts: ${name}`,
          `${facts.coverage.found} found in ${facts.coverage.examined} examined${facts.truncated > 0 ? `, ${facts.truncated} left out` : ''}${facts.untrusted ? ' (untrusted)' : ''}`,
        ] as const,
    ),
    ['earlier reports', String(context.reports.length)],
    ['findings', String(context.findings.length)],
    ['branches', context.branches.map((branch) => branch.branch).join('\n')],
    ['items kept', context.reservedItems.join(', ')],
    ['folder', folder],
  ]);
  if (brief.prompt.trim() !== '') {
    page.line();
    page.fields([['prompt', brief.prompt.trimEnd()]]);
  }
}
