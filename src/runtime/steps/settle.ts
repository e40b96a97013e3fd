/** What a run used, settled once its agents have ended, and said where it was most of what it may use, or more. */
import { formatDollar, countWords, type CountedUsage } from '../../words/usage.ts';
import { chargedAmount, settleUsage } from '../day-usage.ts';
import type { StepContext } from './step-context.ts';

const WARN_AT = 0.8;

interface Spent {
  readonly usage: CountedUsage;
  readonly notices: readonly string[];
}

export async function settle(context: StepContext): Promise<Spent> {
  const { record } = context;
  const usage = await settleUsage({ ...context, startedAt: record.startedAt });
  const { allowance } = record.progress;
  if (allowance === null || allowance === undefined) return { usage, notices: [] };
  const charged = chargedAmount(context.spec, record);
  const unknown =
    usage.costUsd === null && allowance.usd !== null
      ? [
          'the price of its model is not known; the highest known price is used until you set `prices` in roundsman.yaml',
        ]
      : [];
  const most = [
    share({ used: charged.usd, of: allowance.usd, words: formatDollar }),
    share({
      used: charged.tokens,
      of: allowance.tokens,
      words: (count) => `${countWords(count)} tokens`,
    }),
  ].flatMap((text) => (text === null ? [] : [`${text}: ${allowance.because}`]));
  return { usage, notices: [...unknown, ...most] };
}

function share({
  used,
  of,
  words,
}: {
  readonly used: number;
  readonly of: number | null;
  readonly words: (amount: number) => string;
}): string | null {
  if (of === null || of <= 0 || used < of * WARN_AT) return null;
  const than = used > of ? 'more than what' : 'most of what';
  return `it used ${words(used)}, ${than} it may use (${words(of)})`;
}
