/** What a try showed, step by step, from the program to what it cost. Pure. */
import type { AgentExit } from '../../words/agent-exit.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Usage } from '../../words/usage.ts';

export interface TryStep {
  readonly name: string;
  /** `null`: not reached, or unknown. */
  readonly ok: boolean | null;
  readonly detail: string;
}

interface TriedRun {
  readonly view: RunView;
  readonly exit: AgentExit | null;
  /** Whether its branch has the file that it was to commit; `null`: this engine commits nothing. */
  readonly committed: boolean | null;
}

export function tryStepsOf(tried: TriedRun): readonly TryStep[] {
  const { view, exit, committed } = tried;
  return [
    levelStep(view),
    startStep(exit),
    modelStep(tried),
    ...(committed === null ? [] : [commitStep(view, committed)]),
    reportStep(view),
    { name: 'cost', ok: null, detail: formatCost(view.usage) },
  ];
}

function levelStep({ isolation, notices }: RunView): TryStep {
  const why =
    isolation === 'sandbox' ? '' : (notices.find((line) => line.includes('sandbox')) ?? '');
  return {
    name: 'isolation',
    ok: isolation !== null,
    detail: [isolation ?? 'none was reached', oneLine(why, 200)]
      .filter((word) => word !== '')
      .join('; '),
  };
}

function startStep(exit: AgentExit | null): TryStep {
  if (exit === null) return { name: 'start', ok: false, detail: 'it was not started' };
  if (exit.cause === 'not-started')
    return { name: 'start', ok: false, detail: oneLine(exit.message ?? 'it could not be started') };
  const { outcome } = exit;
  const session = outcome?.sessionId ?? null;
  const model = outcome?.model ?? null;
  const told = [
    ...(model === null ? [] : [`model ${oneLine(model, 80)}`]),
    ...(session === null ? [] : [`session ${oneLine(session, 60)}`]),
  ];
  return { name: 'start', ok: true, detail: told.length === 0 ? 'it started' : told.join(', ') };
}

function modelStep({ exit }: TriedRun): TryStep {
  const gateway = exit?.gateway ?? null;
  const end = exit?.outcome?.end ?? null;
  if (gateway !== null) {
    const { refused, requests } = gateway;
    const answered = gateway.statuses['200'] ?? 0;
    const detail =
      refused === null
        ? `${answered} of ${plural(requests, 'request')} answered`
        : `${refused.status === 0 ? 'no answer' : refused.status}: ${oneLine(refused.message)}`;
    return { name: 'model', ok: requests > 0 && answered > 0 && refused === null, detail };
  }
  if (end === null) return { name: 'model', ok: null, detail: 'unknown' };
  const why = end.message === null ? end.reason : `${end.reason}: ${oneLine(end.message)}`;
  return { name: 'model', ok: end.reason === 'success', detail: why };
}

function commitStep({ branch, diffstat }: RunView, committed: boolean): TryStep {
  const lines = diffstat === null ? '' : ` (${plural(diffstat.insertions, 'line')})`;
  return {
    name: 'commit',
    ok: committed,
    detail: committed ? `${branch ?? ''}${lines}` : 'it committed nothing that was asked for',
  };
}

function reportStep({ result }: RunView): TryStep {
  const report = result?.report ?? 'missing';
  return { name: 'report', ok: report === 'valid', detail: report };
}

function formatCost({
  inputTokens,
  outputTokens,
  costUsd,
  estimated,
}: (Usage & { readonly estimated: boolean }) | RunView['usage']): string {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return 'no tokens were counted';
  const price =
    costUsd === null
      ? 'price unknown'
      : `${costUsd.toFixed(4)} USD${estimated ? ', estimated' : ''}`;
  return `${tokens.toLocaleString('en-US')} tokens, ${price}`;
}
