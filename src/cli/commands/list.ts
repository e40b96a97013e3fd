import { listRoutines, type RoutineListing } from '../../app/list-routines.ts';
import { outcomeWords } from '../../app/run-outcome.ts';
import { plural } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import { outcomeStyle } from '../output/run-columns.ts';
import { triggerWords } from '../output/schedule-words.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function listCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const { listings, problems } = await listRoutines(workspace);
  if (call.json) {
    writeJson(
      call.terminal,
      listings.map((listing) => listing.routine),
    );
    return 0;
  }
  const page = openPage(call.terminal);
  if (listings.length === 0) {
    page.line(
      workspace.location.bare
        ? 'No routines here: a bare repository has no files. Go to a checkout of it.'
        : 'No routines yet. `roundsman init` writes a first one.',
    );
  } else {
    page.table(routineColumns(call.clock.now()), listings);
  }
  const all = listings.reduce((sum, one) => sum + one.routine.problems.length, problems.length);
  if (all > 0) {
    call.terminal.err(`note: ${plural(all, 'problem')} in the definitions: roundsman validate\n`);
  }
  return 0;
}

function routineColumns(now: Date): readonly Column<RoutineListing>[] {
  return [
    { title: 'routine', text: ({ routine }) => routine.id, shrinkTo: 12 },
    { title: 'name', text: ({ routine }) => routine.name, shrinkTo: 10 },
    {
      title: 'on',
      text: ({ routine }) => routine.triggers.map(triggerWords).join(', ') || '-',
      shrinkTo: 8,
    },
    { title: 'next', text: (listing) => nextWords(listing, now) },
    {
      title: 'last run',
      text: (listing) => lastWords(listing, now),
      style: ({ lastRun }) => (lastRun === null ? 'faint' : outcomeStyle(lastRun)),
      shrinkTo: 16,
    },
  ];
}

function nextWords({ routine }: RoutineListing, now: Date): string {
  if (routine.problems.length > 0) return 'broken';
  if (!routine.enabled) return 'disabled';
  return routine.next === null ? '-' : relativeTime(routine.next, now);
}

function lastWords({ lastRun }: RoutineListing, now: Date): string {
  if (lastRun === null) return 'never';
  const at = lastRun.endedAt ?? lastRun.startedAt;
  const words = outcomeWords(lastRun);
  return at === null ? words : `${words}, ${relativeTime(at, now)}`;
}
