/** What `doctor` found: a table, then what to do, then the answer. */
import type { RoutineDiagnosis } from '../../daemon/doctor/routine/contract.ts';
import type { Diagnosis } from '../../daemon/doctor/run-doctor.ts';
import { stripControls } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from './page.ts';
import { relativeTime } from './relative-time.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

type Answer = Diagnosis['checks'][number];

export function writeDiagnosis({ terminal }: CommandCall, { ready, checks }: Diagnosis): void {
  const page = openPage(terminal);
  writeAnswers(page, checks);
  page.line(`ready for an unattended night: ${yesOrNo(page, ready)}`);
}

export function writeRoutineDiagnosis(
  { terminal, clock }: CommandCall,
  { routine, ready, next, checks, notices }: RoutineDiagnosis,
): void {
  const page = openPage(terminal);
  writeAnswers(page, checks);
  for (const notice of notices) terminal.err(`note: ${stripControls(notice)}\n`);
  const when = next === null ? '' : `; next slot ${relativeTime(next, clock.now())}, ${next}`;
  page.line(`${routine} is ready to run unattended: ${yesOrNo(page, ready)}${when}`);
}

function writeAnswers(page: Page, checks: readonly Answer[]): void {
  page.table(COLUMNS, checks);
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
