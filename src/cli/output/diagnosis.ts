/** What `doctor` found: a table, then what to do, then the answer. */
import type { RoutineDiagnosis } from '../../daemon/doctor/routine/contract.ts';
import type { Diagnosis } from '../../daemon/doctor/run-doctor.ts';
import { stripControls, plural } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from './page.ts';
import { relativeTime } from './relative-time.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

type Answer = Diagnosis['checks'][number];

export function writeDiagnosis(call: CommandCall, { ready, checks }: Diagnosis): void {
  const page = openPage(call.terminal);
  writeAnswers(page, checks, call);
  page.line(`ready for an unattended night: ${yesOrNo(page, ready)}`);
}

export function writeRoutineDiagnosis(
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
