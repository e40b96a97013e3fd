import { runDoctor, type Diagnosis } from '../../app/doctor/run-doctor.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

type Answer = Diagnosis['checks'][number];

export async function doctorCommand(call: CommandCall): Promise<number> {
  const diagnosis = await runDoctor(await openWorkspace(call));
  const { ready, checks } = diagnosis;
  if (call.json) {
    writeJson(call.terminal, diagnosis);
    return ready ? 0 : 5;
  }
  const page = openPage(call.terminal);
  page.table(COLUMNS, checks);
  const advice = checks.filter(({ hint }) => hint !== '');
  if (advice.length > 0) {
    page.line();
    page.fields(advice.map(({ name, hint }) => [name, hint]));
  }
  page.line();
  const answer = ready ? page.paint('good', 'yes') : page.paint('bad', 'no');
  page.line(`ready for an unattended night: ${answer}`);
  return ready ? 0 : 5;
}

const STYLES: Readonly<Record<Answer['ok'], StyleName>> = { yes: 'good', no: 'bad', warn: 'warn' };

const COLUMNS: readonly Column<Answer>[] = [
  { title: 'check', text: ({ name }) => name },
  { title: 'ok', text: ({ ok }) => ok, style: ({ ok }) => STYLES[ok] },
  { title: 'found', text: ({ detail }) => detail, shrinkTo: 30 },
];
