/** What reports begin with, in a line each: what a card of a run says. */
import { readReport } from '../reports/reports.ts';
import { firstWordsOf } from '../runtime/variants/first-words.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

const MOST = 140;

/** By id of the run, hostile; those without a report are left out. */
export async function firstWordsOfRuns(
  workspace: Workspace,
  runs: readonly RunView[],
): Promise<ReadonlyMap<string, string>> {
  const told = await Promise.all(
    runs.map(async (run): Promise<readonly [string, string]> => {
      const words = await readReport(workspace, run).then(
        ({ markdown }) => firstWordsOf(withoutFacts(markdown), 600),
        () => '',
      );
      return [run.id, oneLine(words.replaceAll(/[*_`#]+/g, ''), MOST)];
    }),
  );
  return new Map(told.filter(([, words]) => words !== ''));
}

/** A report begins with what is known of its run, for programs. */
function withoutFacts(markdown: string): string {
  const end = markdown.startsWith('---\n') ? markdown.indexOf('\n---\n') : -1;
  return end < 0 ? markdown : markdown.slice(end + 5);
}
