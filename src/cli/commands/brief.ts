import type { Brief, BriefContext, WaitingBranch } from '../../context/brief.ts';
import { formatLeftOut } from '../../context/format-left-out.ts';
import { readBrief } from '../../context/read-brief.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { briefSubject, type BriefSubject } from '../../runtime/brief-subject.ts';
import { AppError } from '../../words/errors.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { loadConfirmed } from '../ask-to-confirm.ts';
import type { CommandCall } from '../command.ts';
import { watchPreview } from '../follow-preview.ts';
import { writeContext } from '../output/brief-view.ts';
import { openPage, type Page } from '../output/page.ts';
import { localTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';

export async function briefCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const subject = await briefSubject(workspace, call.words[0] ?? null);
  if (subject.kind === 'run') await writeStored(call, workspace, subject.run);
  else await writePreview(call, workspace, subject);
  return 0;
}

async function writeStored(call: CommandCall, workspace: Workspace, run: RunView): Promise<void> {
  const option = ['set', 'input'].find((name) => call.options.list(name).length > 0);
  if (option !== undefined) {
    throw new AppError('usage', {
      code: `${option}-on-run`,
      message: `--${option} ${option === 'set' ? 'lays values over' : 'gives values to'} a routine, and run ${run.id} was told what it was told`,
      hint: `Ask about its routine: roundsman brief ${run.routine} --${option} …`,
    });
  }
  const { content, folder } = await readBrief(workspace, run);
  if (call.json) writeJson(call.terminal, content);
  else writeBrief(openPage(call.terminal), content, ['folder', folder]);
}

async function writePreview(
  call: CommandCall,
  workspace: Workspace,
  { id, shadowed }: BriefSubject & { kind: 'routine' },
): Promise<void> {
  const overrides = call.options.list('set');
  await loadConfirmed(call, workspace, { command: 'brief', id, overrides });
  const { brief, notices } = await watchPreview(call, workspace, {
    id,
    overrides,
    given: call.options.list('input'),
  });
  for (const notice of notices) call.terminal.err(`note: ${stripControls(notice)}\n`);
  if (shadowed !== null) {
    call.terminal.err(
      `note: "${id}" is a part of a run's id too; that one's: roundsman brief ${shadowed.id}\n`,
    );
  }
  if (call.json) writeJson(call.terminal, brief);
  else
    writeBrief(openPage(call.terminal), brief, [
      'preview',
      'what a run would be told now; none was started',
    ]);
}

function writeBrief(page: Page, brief: Brief, last: readonly [string, string]): void {
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
    ['branches', context.branches.map(branchLine).join('\n')],
    ['context', sizeWords(context)],
    [brief.run === null ? 'next keys' : 'keys set aside', keyRange(context.reservedItems)],
    last,
  ]);
  writeContext(page, context);
  if (brief.prompt.trim() !== '') {
    page.line();
    page.line(stripControls(brief.prompt.trimEnd()));
  }
}

function branchLine({ branch, fileCount, insertions, deletions, subject }: WaitingBranch): string {
  if (fileCount === undefined) return branch;
  const changed = `${plural(fileCount, 'file')} +${insertions ?? 0} -${deletions ?? 0}`;
  return `${branch}  ${changed}  ${oneLine(subject ?? '', 100)}`;
}

function sizeWords({ size, leftOut }: BriefContext): string {
  if (size.sections.length === 0) return '';
  const words = formatLeftOut(leftOut);
  return `${count(size.tokens)} tokens${formatLimit(size)}${words === null ? '' : `; left out for size: ${words}`}`;
}

function formatLimit({ maxTokens, tokens }: BriefContext['size']): string {
  if (maxTokens === null) return '';
  return tokens <= maxTokens
    ? ` of at most ${count(maxTokens)}`
    : `; what the built-in engine decides by does not count against its ${count(maxTokens)}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** `RM-8 to RM-12`; keys are set aside in a row. */
function keyRange(keys: readonly string[]): string {
  const [first, last] = [keys[0] ?? '', keys.at(-1) ?? ''];
  return first === last ? first : `${first} to ${last}`;
}
