import type { PlanOverlap } from '../../ledger/plan-overlaps.ts';
import type { PlanView } from '../../runtime/plans/show-plan.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { Page } from './page.ts';

/** The plan as a person decides on it. All words of it are hostile. */
export function writePlan(page: Page, plan: PlanView): void {
  const by = plan.run === null ? 'by where its findings are' : `by ${plan.engine}`;
  const state = plan.state === 'proposed' ? '' : `, ${plan.state}`;
  page.line(
    `Plan of ${page.paint('strong', plan.item)}, ${by}: ${plural(plan.tasks.length, 'sub-item')}${state}`,
  );
  for (const task of plan.tasks) {
    page.line();
    const made = task.made === null ? '' : `  ${page.paint('good', task.made)}`;
    page.line(`${page.paint('strong', `${task.number}.`)} ${oneLine(task.title, 200)}${made}`);
    page.fields([
      ['   files', task.files.map((file) => oneLine(file, 200)).join(', ')],
      ['   after', task.dependsOn.join(', ')],
      ['   what', firstLines(task.body)],
    ]);
  }
  writeList(page, 'Overlaps', plan.overlaps.map(overlapWords));
  writeList(page, 'Left out', plan.problems);
  if (plan.state !== 'proposed') return;
  page.line();
  page.line(
    `Take it: roundsman plan accept ${plan.item}   some of it: … ${plan.item} 1 2   with runs: --run <routine>`,
  );
  page.line(`Or not: roundsman plan decline ${plan.item}`);
}

const BODY_LINES = 6;

function firstLines(body: string): string {
  const lines = stripControls(body).trim().split('\n');
  const shown = lines.slice(0, BODY_LINES).map((line) => oneLine(line, 300));
  return [...shown, ...(lines.length > BODY_LINES ? ['…'] : [])].join('\n');
}

function writeList(page: Page, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  page.line();
  page.line(page.paint('strong', title));
  for (const line of lines.slice(0, 40)) page.line(`  ${oneLine(line, 300)}`);
  if (lines.length > 40) page.line(`  … and ${lines.length - 40} more: --json`);
}

function overlapWords({ task, with: other, ours, theirs }: PlanOverlap): string {
  const name =
    other.kind === 'task' ? `${other.number}` : other.kind === 'branch' ? other.name : other.key;
  const where = ours === theirs ? ours : `${ours} and ${theirs}`;
  return `${task} and ${name} touch the same files: ${where}`;
}
