import type { RoutineDiagnosis } from '../../daemon/doctor/routine/contract.ts';
import { diagnoseRoutine } from '../../daemon/doctor/routine/diagnose-routine.ts';
import { type Diagnosis, runDoctor } from '../../daemon/doctor/run-doctor.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { withProgress } from '../output/progress-writer.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

// What `doctor` found: a table, then what to do, then the answer.

type Answer = Diagnosis['checks'][number];

function writeDiagnosis(
  call: CommandCall,
  { ready, checks }: Diagnosis,
  { location }: Workspace,
): void {
  const page = openPage(call.terminal);
  writeAnswers(page, checks, call);
  // In the table it may be cut, and people copy it.
  if (call.options.flag('verbose')) page.verbatim(`records: ${location.stateDir}`);
  page.line(`ready for an unattended night: ${yesOrNo(page, ready)}`);
}

function writeRoutineDiagnosis(
  call: CommandCall,
  { routine, ready, next, checks, notices }: RoutineDiagnosis,
): void {
  const { terminal, clock } = call;
  const page = openPage(terminal);
  writeAnswers(page, checks, call);
  for (const notice of notices) terminal.err(`note: ${stripControls(notice)}\n`);
  const when = next === null ? '' : `; next slot ${relativeTime(next, clock.now())}, ${next}`;
  page.line(`${routine} is ready to run unattended: ${yesOrNo(page, ready)}${when}`);
}

/** What is in order is counted, unless all is asked for. */
function writeAnswers(page: Page, checks: readonly Answer[], { options }: CommandCall): void {
  const passed = checks.filter(({ ok }) => ok === 'yes');
  const shown = options.flag('verbose') ? checks : checks.filter(({ ok }) => ok !== 'yes');
  if (shown.length > 0) page.table(COLUMNS, shown);
  if (shown.length < checks.length)
    page.line(`${plural(passed.length, 'check')} passed; --verbose lists them`);
  const advice = checks.filter(({ hint }) => hint !== '');
  if (advice.length > 0) {
    page.line();
    page.fields(advice.map(({ name, hint }) => [name, hint]));
  }
  page.line();
}

function yesOrNo(page: Page, ready: boolean): string {
  return ready ? page.paint('good', 'yes') : page.paint('bad', 'no');
}

const STYLES: Readonly<Record<Answer['ok'], StyleName>> = { yes: 'good', no: 'bad', warn: 'warn' };

const COLUMNS: readonly Column<Answer>[] = [
  { title: 'check', text: ({ name }) => name },
  { title: 'ok', text: ({ ok }) => ok, style: ({ ok }) => STYLES[ok] },
  { title: 'found', text: ({ detail }) => detail, shrinkTo: 30 },
];

export async function doctorCommand(call: CommandCall): Promise<number> {
  if (call.options.flag('night')) {
    const { rehearseCommand } = await import('./rehearse.ts');
    return rehearseCommand(call);
  }
  const id = call.options.text('routine');
  if (id !== null) return doctorOfRoutine(call, id);
  const workspace = await openWorkspace(call);
  const diagnosis = await runDoctor(workspace);
  if (call.json) writeJson(call.terminal, diagnosis);
  else writeDiagnosis(call, diagnosis, workspace);
  return diagnosis.ready ? 0 : 5;
}

async function doctorOfRoutine(call: CommandCall, id: string): Promise<number> {
  const diagnosis = await watch(call, id);
  if (call.json) writeJson(call.terminal, diagnosis);
  else writeRoutineDiagnosis(call, diagnosis);
  return diagnosis.ready ? 0 : 1;
}

/** Ctrl-C takes back what rendering the brief made so far. */
async function watch(call: CommandCall, id: string): Promise<RoutineDiagnosis> {
  const workspace = await openWorkspace(call);
  return withProgress(call, ({ signal, show, now }) =>
    diagnoseRoutine(workspace, {
      id,
      signal,
      progress: (text) => show({ kind: 'progress', at: now(), text: oneLine(text) }),
    }),
  );
}
