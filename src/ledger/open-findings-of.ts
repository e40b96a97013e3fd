/** The findings of runs, routines or folders on which a person has still to decide. */
import { findRun } from '../routines/find-run.ts';
import { AppError } from '../words/errors.ts';
import type { Finding } from '../words/finding.ts';
import { shortIdOf } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import { stateAt } from './finding-life.ts';

/** Their ids. Throws `not-found` for a word that is none of these, or has none. */
export async function openFindingsOf(
  workspace: Workspace,
  words: readonly string[],
): Promise<readonly string[]> {
  const known = await workspace.findings.listAll();
  const now = workspace.clock.now().toISOString();
  const open = known.filter((finding) => isOpen(finding, now));
  const wanted = new Set<string>();
  for (const word of words) {
    const { whose, belongs } = await groupOf(workspace, known, word);
    const found = open.filter(belongs);
    if (found.length === 0) throw nothingOpen(whose);
    for (const { id } of found) wanted.add(id);
  }
  return [...wanted];
}

function isOpen(finding: Finding, now: string): boolean {
  const state = stateAt(finding, now);
  if (state === 'resolved' || state === 'dismissed' || state === 'snoozed') return false;
  return finding.verdict?.kind !== 'accepted';
}

interface Group {
  readonly whose: string;
  readonly belongs: (finding: Finding) => boolean;
}

async function groupOf(
  workspace: Workspace,
  known: readonly Finding[],
  word: string,
): Promise<Group> {
  const ofRoutine = (finding: Finding): boolean => finding.routine === word;
  if (known.some(ofRoutine)) return { whose: word, belongs: ofRoutine };
  const folder = `${word.replace(/\/+$/, '')}/`;
  const below = ({ location }: Finding): boolean => location?.path.startsWith(folder) === true;
  if (known.some(below)) return { whose: folder, belongs: below };
  const run = await findRun(workspace, word);
  const { id } = run;
  return {
    whose: `run ${shortIdOf(id)} of ${run.routine}`,
    belongs: (one) => one.runs.includes(id),
  };
}

function nothingOpen(whose: string): AppError {
  return new AppError('not-found', {
    code: 'nothing-open',
    message: `${whose} has no finding to decide on`,
    hint: '`roundsman findings --all` shows what was decided.',
  });
}
