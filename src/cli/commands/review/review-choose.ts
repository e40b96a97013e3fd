import { chooseSets } from '../../../review/choose-sets.ts';
import { findIn } from '../../../review/find-reviewed.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeSetLines } from '../../output/review-set.ts';
import { toReviewView } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export const reviewJoinCommand: Command = (call) => choose(call, 'join');

export const reviewPartCommand: Command = (call) => choose(call, 'part');

async function choose(call: CommandCall, kind: 'join' | 'part'): Promise<number> {
  const workspace = await openWorkspace(call);
  const look = await chooseSets(workspace, {
    kind,
    branches: call.words,
    by: call.actor,
    reason: call.options.text('reason') ?? '',
  });
  if (call.json) {
    writeJson(call.terminal, toReviewView(look));
    return 0;
  }
  const page = openPage(call.terminal);
  const sets = new Set(call.words.map((word) => findIn(look, word)?.set ?? null));
  const there = [...sets].filter((set) => set !== null);
  page.line(kind === 'join' ? 'joined' : 'parted');
  for (const set of there) {
    page.line();
    writeSetLines(page, set, call.clock.now());
  }
  if (kind === 'part' && there.length === 1 && call.words.length > 1) {
    page.line();
    page.line(
      `They stay in ${oneLine(there[0]?.id ?? '', 20)}: other branches tie them. Part those too, or look: roundsman review show ${there[0]?.id ?? ''}`,
    );
  }
  return 0;
}
