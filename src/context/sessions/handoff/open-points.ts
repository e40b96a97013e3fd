/** What is left of a session. Pure. */
import { plural } from '../../../words/text.ts';
import type { CommandOutcome } from './command-outcomes.ts';
import type { HandoffRequest, Point } from './contract.ts';

/** Facts before words. */
const FACT = 500;
const STEP = 300;

export function openPoints(
  { session, transcript, git }: HandoffRequest,
  {
    outcomes,
    said,
  }: { readonly outcomes: readonly CommandOutcome[]; readonly said: readonly Point[] },
): readonly Point[] {
  const { entries } = transcript;
  const steps = entries.findLast(({ kind }) => kind === 'steps');
  const tool = entries.findLast(({ kind }) => kind === 'tool');
  const ended = session.state === 'ended' || session.state === 'unknown';
  const failing = outcomes.findLast(({ isCheck, ok }) => isCheck && ok !== null);
  const uncommitted = git?.uncommitted.length ?? 0;
  return [
    ...(session.waitingOn === null ? [] : [fact(`it waits for: ${session.waitingOn}`)]),
    ...(tool?.kind === 'tool' && tool.ok === null
      ? [fact(`${ended ? 'cut off in' : 'under way'}: ${tool.name}: ${tool.summary}`)]
      : []),
    ...(failing?.ok === false
      ? [
          fact(
            `its last check failed: ${failing.command}${failing.said === '' ? '' : `: ${failing.said}`}`,
          ),
        ]
      : []),
    ...(uncommitted === 0 ? [] : [fact(`${plural(uncommitted, 'file')} not committed`)]),
    ...(steps?.kind === 'steps'
      ? steps.steps
          .filter(({ state }) => state !== 'done')
          .map(({ text, state }) => ({
            text: `${state === 'doing' ? 'was at' : 'to do by its own list'}: ${text}`,
            weight: STEP + (state === 'doing' ? 10 : 0),
          }))
      : []),
    ...said,
  ];
}

function fact(text: string): Point {
  return { text, weight: FACT };
}
