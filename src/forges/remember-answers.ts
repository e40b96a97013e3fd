/** Conditional requests: what was answered is kept with its tag, so that a look at what has not changed costs little. */
import type { OutwardAnswer } from '../platform/outward/contract.ts';
import type { Answered } from './contract.ts';

export interface RememberedAnswers {
  headersFor(url: string): Readonly<Record<string, string>>;
  /** The one of before in place of `304`; remembers what has a tag. */
  answerOf(url: string, answer: OutwardAnswer): OutwardAnswer;
}

const MOST = 200;
const MOST_BYTES = 500_000;

export function rememberAnswers(): RememberedAnswers {
  const known = new Map<string, { readonly tag: string; readonly answer: OutwardAnswer }>();
  return {
    headersFor: (url) => {
      const tag = known.get(url)?.tag;
      return tag === undefined ? {} : { 'if-none-match': tag };
    },
    answerOf: (url, answer) => {
      const before = known.get(url);
      if (answer.status === 304 && before !== undefined) return before.answer;
      const tag = answer.headers['etag'];
      known.delete(url);
      if (answer.status === 200 && tag !== undefined && answer.body.length <= MOST_BYTES) {
        known.set(url, { tag, answer });
        const [oldest] = known.keys();
        if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      }
      return answer;
    },
  };
}

// What does not change any more once it is there: asked for once.
export type KnownForGood = (
  id: number,
  ask: () => Promise<Answered<string>>,
) => Promise<Answered<string>>;

export function knownForGood(): KnownForGood {
  const known = new Map<number, string>();
  return async (id, ask) => {
    const value = known.get(id);
    if (value !== undefined) return { kind: 'answer', value };
    const asked = await ask();
    if (asked.kind === 'answer') known.set(id, asked.value);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return asked;
  };
}
