/** When the agent has to be ended for what its model's side says, or for what it used; and the words for it. No I/O. */
import type { GatewayRecord } from '../../words/agent-exit.ts';
import type { GatewayBudget, GatewayPlan } from '../../words/gateway-plan.ts';
import { countWords, formatDollar } from '../../words/usage.ts';
import type { GatewayListeners, GatewayStop } from './contract.ts';
import type { Refusal } from './refusal.ts';

export interface Bounds {
  /** A model answered, to the end. */
  readonly answered: () => void;
  readonly refused: (refusal: Refusal) => void;
  /** After each answer that was counted. */
  readonly used: (record: GatewayRecord) => void;
  /** Before a request: why there are to be no more; `null` while there may be. Tells the supervisor when there may not. */
  readonly whyClosed: (record: GatewayRecord) => string | null;
}

export type BoundRules = Pick<
  GatewayPlan,
  'budget' | 'maxRefusals' | 'maxTurns' | 'key' | 'upstream'
>;

export function watchBounds(rules: BoundRules, listeners: GatewayListeners): Bounds {
  const { budget, maxRefusals, maxTurns } = rules;
  let inARow = 0;
  let answers = 0;
  let stopped: GatewayStop | null = null;
  const told = new Set<string>();
  const stop = (found: GatewayStop): void => {
    if (stopped !== null) return;
    stopped = found;
    listeners.onStop(found);
  };
  const noticeOnce = (kind: string, text: string): void => {
    if (told.has(kind)) return;
    told.add(kind);
    listeners.onNotice(text);
  };
  return {
    answered: () => {
      inARow = 0;
      answers += 1;
    },
    refused: (refusal) => {
      inARow += 1;
      if (refusal.isFinal || inARow >= maxRefusals) stop(stopOf(refusal, inARow, rules));
    },
    used: (record) => {
      if (budget === null) return;
      const share = shareOf(record, budget);
      if (share >= 1 && budget.onExceed === 'warn')
        noticeOnce('exceeded', `the run went beyond ${usedWords(record, budget)}`);
      else if (share >= budget.warnAt)
        noticeOnce('warned', `the run came close to the end of ${usedWords(record, budget)}`);
    },
    whyClosed: (record) => {
      if (stopped !== null) return stopped.reason;
      if (maxTurns !== null && answers >= maxTurns) {
        const reason = `the agent used up its ${maxTurns.toLocaleString('en-US')} turns: agent.max-turns`;
        stop({ cause: 'over-budget', bound: 'turns', reason });
        return reason;
      }
      if (budget === null || budget.onExceed === 'warn' || shareOf(record, budget) < 1) return null;
      const reason = `the run used up ${usedWords(record, budget)}`;
      stop({ cause: 'over-budget', reason });
      return reason;
    },
  };
}

function stopOf({ told }: Refusal, times: number, { key, upstream }: BoundRules): GatewayStop {
  const { status, message, resetAt } = told;
  const said = message === '' ? '' : `: ${message}`;
  const side = hostOf(upstream);
  if (told.kind === 'unauthorized') {
    const what =
      key === null ? 'takes no request without a key' : `did not take the key in ${key.name}`;
    return { cause: 'unauthorized', reason: `${side} ${what} (${status})${said}` };
  }
  const often = times > 1 ? `, ${times} times in a row` : '';
  const when = resetAt === null ? '' : `; it may be asked again at ${resetAt}`;
  const what =
    told.kind === 'limit'
      ? `took no more requests (${status}${often})`
      : status === 0
        ? `gave no answer${often === '' ? '' : ` (${often.slice(2)})`}`
        : `could not answer (${status}${often})`;
  return { cause: 'limited', reason: `${side} ${what}${said}${when}` };
}

/** 1 = used up. */
function shareOf({ usage }: GatewayRecord, { usd, tokens }: GatewayBudget): number {
  const used = usage.inputTokens + usage.outputTokens;
  return Math.max(
    tokens === null ? 0 : partOf(used, tokens),
    usd === null || usage.costUsd === null ? 0 : partOf(usage.costUsd, usd),
  );
}

function partOf(used: number, bound: number): number {
  return bound <= 0 ? 1 : used / bound;
}

function usedWords({ usage }: GatewayRecord, { usd, tokens }: GatewayBudget): string {
  const used = usage.inputTokens + usage.outputTokens;
  const parts = [
    ...(tokens === null ? [] : [`its ${countWords(tokens)} tokens (${countWords(used)} used)`]),
    ...(usd === null || usage.costUsd === null
      ? []
      : [`its ${formatDollar(usd)} (${formatDollar(usage.costUsd)} used)`]),
  ];
  return parts.join(', or ');
}

function hostOf(upstream: string): string {
  return URL.canParse(upstream) ? new URL(upstream).host : upstream;
}
