import type { LeftOut } from '../../context/brief-context.ts';
import type { Brief, BriefContext, PriorReport, WaitingBranch } from '../../context/brief.ts';
import { formatLeftOut } from '../../context/cut-to-size.ts';
import { overlapLine } from '../../context/overlap.ts';
import { readBrief } from '../../context/read-brief.ts';
import { hostTimezone } from '../../platform/environment.ts';
import {
  briefSubject,
  type BriefSubject,
  type Preview,
  previewRoutine,
  type PreviewSubject,
} from '../../runtime/preview-brief.ts';
import { AppError } from '../../words/errors.ts';
import { localTime } from '../../words/local-time.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { loadConfirmed } from '../ask-to-confirm.ts';
import type { CommandCall } from '../command.ts';
import { writeFound, writeList } from '../output/found-lines.ts';
import { openPage, type Page } from '../output/page.ts';
import { withProgress } from '../output/progress-writer.ts';
import { writeJson } from '../output/write-json.ts';

// What a brief tells of the workspace, for a person: how much of each thing, what was left out, and what it says in short.

interface Row {
  readonly section: string;
  readonly entries: number;
  readonly tokens: number;
  readonly leftOut: string;
}

export function writeContext(page: Page, context: BriefContext): void {
  const rows = rowsOf(context);
  if (rows.length > 0) {
    page.line();
    page.table<Row>(
      [
        { title: 'told', text: ({ section }) => section },
        { title: 'entries', text: ({ entries }) => String(entries), align: 'right' },
        { title: 'tokens', text: ({ tokens }) => tokens.toLocaleString('en-US'), align: 'right' },
        { title: 'left out for size', text: ({ leftOut }) => leftOut, style: () => 'warn' },
      ],
      rows,
    );
  }
  for (const [title, lines] of listsOf(context)) writeList(page, title, lines);
}

/** As they were told; then what is gone altogether. */
function rowsOf({ size, leftOut }: BriefContext): readonly Row[] {
  const missing = (section: string): LeftOut | undefined =>
    leftOut.find((one) => one.section === section);
  const told = new Set<string>(size.sections.map(({ section }) => section));
  return [
    ...size.sections.map((one) => ({ ...one, leftOut: goneWords(missing(one.section)) })),
    ...leftOut
      .filter(({ section }) => !told.has(section))
      .map((one) => ({ section: one.section, entries: 0, tokens: 0, leftOut: goneWords(one) })),
  ];
}

function goneWords(one: LeftOut | undefined): string {
  if (one === undefined) return '';
  const { entries, shortened, tokens } = one;
  const parts = [
    ...(entries === 0 ? [] : [plural(entries, 'entry', 'entries')]),
    ...(shortened === 0 ? [] : [`a part of ${shortened}`]),
  ];
  return tokens === 0 ? parts.join(', ') : `${parts.join(', ')}: ${plural(tokens, 'token')}`;
}

function listsOf(
  context: BriefContext,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { handover, item } = context;
  return [
    [
      'Goes on with',
      handover === null ? [] : [`${handover.engine} ${handover.session}: ${handover.title}`],
    ],
    ['For the item', item === null ? [] : [`${item.key} ${item.title}`]],
    ['Who else is at these files', context.overlap.map(overlapLine)],
    [
      'Verdicts',
      context.verdicts.map(
        ({ at, about, verdict, title, reason }) =>
          `${at.slice(0, 10)} · ${about} ${verdict}: ${title}${reason === '' ? '' : ` (${reason})`}`,
      ),
    ],
    [
      'Sessions',
      context.sessions.map(
        ({ state, engine, title, doing, waitingOn }) =>
          `${state} · ${engine} · ${title}${tail(waitingOn ?? doing)}`,
      ),
    ],
    ['Items', context.items.map(({ key, state, title }) => `${key} · ${state} · ${title}`)],
    ['Decisions', context.decisions.map(({ id, title }) => `${id} · ${title}`)],
    ['Knowledge', context.knowledge.map(({ id, title }) => `${id} · ${title}`)],
    [
      'Transcripts',
      context.transcripts.map(({ engine, title, file }) => `${engine} · ${title} · ${file}`),
    ],
    ['Files of the base commit', context.files.map(({ path }) => path)],
    ['Reports', [...context.reports, ...context.otherReports].map(reportLine)],
    ['Could not be had', context.unavailable.map(({ section, why }) => `${section}: ${why}`)],
  ];
}

function tail(words: string | null): string {
  return words === null || words === '' ? '' : `: ${words}`;
}

function reportLine({ date, routine, file, quiet, shortened }: PriorReport): string {
  const words = [...(quiet ? ['quiet'] : []), ...(shortened === true ? ['in short'] : [])];
  return `${date} · ${routine ?? ''} · ${file}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}

// Waiting for a preview: its steps stand in the progress line as those of a run do.

async function watchPreview(
  call: Pick<CommandCall, 'terminal' | 'clock' | 'options'>,
  workspace: Workspace,
  request: PreviewSubject,
): Promise<Preview> {
  return withProgress(call, ({ signal, show, now }) =>
    previewRoutine(workspace, {
      ...request,
      signal,
      progress: (step, text) => {
        if (text === '') show({ kind: 'step', at: now(), step, phase: 'begun' });
        else show({ kind: 'progress', at: now(), text });
      },
    }),
  );
}

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
  // The built-in engine reads no prompt: it tells of what was found.
  if (brief.recipe !== null) writeFound(page, brief.facts);
  writeContext(page, context);
  if (brief.recipe === null && brief.prompt.trim() !== '') {
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
