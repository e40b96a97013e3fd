import { listRoutines, type ListedRoutine } from '../../app/list-routines.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { plural } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function listCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const { routines, workspaceProblems } = await listRoutines(workspace);
  if (call.json) {
    writeJson(
      call.terminal,
      routines.map(({ lastOutcome: _ours, ...routine }) => routine),
    );
    return 0;
  }
  const page = openPage(call.terminal);
  if (routines.length === 0) {
    page.line('No routines yet. `roundsman init` writes a first one.');
  } else {
    page.table(routineColumns(call.clock.now()), routines);
  }
  const broken = routines.reduce((sum, one) => sum + one.problems.length, workspaceProblems);
  if (broken > 0) {
    call.terminal.err(
      `note: ${plural(broken, 'problem')} in the definitions: roundsman validate\n`,
    );
  }
  return 0;
}

function routineColumns(now: Date): readonly Column<ListedRoutine>[] {
  return [
    { title: 'routine', text: (one) => one.id },
    { title: 'name', text: (one) => one.name, shrinkTo: 10 },
    { title: 'on', text: (one) => one.triggers.join(', '), shrinkTo: 8 },
    { title: 'next', text: (one) => nextWords(one, now) },
    { title: 'last run', text: (one) => lastWords(one, now), style: lastStyle, shrinkTo: 16 },
  ];
}

function nextWords(one: ListedRoutine, now: Date): string {
  if (one.problems.length > 0) return 'broken';
  if (!one.enabled) return 'disabled';
  return one.next === null ? '-' : relativeTime(one.next, now);
}

function lastWords(one: ListedRoutine, now: Date): string {
  if (one.lastOutcome === null) return 'never';
  const { words, at } = one.lastOutcome;
  return at === null ? words : `${words}, ${relativeTime(at, now)}`;
}

function lastStyle(one: ListedRoutine): StyleName | null {
  if (one.lastOutcome === null) return 'faint';
  return one.lastOutcome.good ? 'good' : 'bad';
}
