/** Counts what one answer took while it passes, and leaves it as it is. */
import type { WireFormat } from '../../words/gateway-plan.ts';
import { scanEvents } from './scan-events.ts';
import { scanJson } from './scan-json.ts';
import { tokensOf, wantedOf, type Tokens } from './wire-usage.ts';

export interface AnswerCount {
  write(chunk: Uint8Array): void;
  /** Once, when nothing more comes. `requestBytes`: for what has to be guessed. */
  end(requestBytes: number): CountedAnswer;
}

export interface CountedAnswer {
  /** As the answer named it; `null` when it did not. Hostile text. */
  readonly model: string | null;
  readonly tokens: Tokens;
  /** It did not say all: cut off, or its server does not count. The rest was taken from its size. */
  readonly guessed: boolean;
}

/** Of text and code, roughly. */
const BYTES_A_TOKEN = 4;

/** @param isStream whether it comes as server-sent events */
export function countAnswer(api: WireFormat, isStream: boolean): AnswerCount {
  const figures = new Map<string, number>();
  let model: string | null = null;
  let bytes = 0;
  let events = 0;
  const scan = scanJson(wantedOf(api), (leaf, value) => {
    if (typeof value === 'string') {
      if (leaf === 'model' && value !== '') model = value;
    } else if (value >= 0) figures.set(leaf, Math.max(figures.get(leaf) ?? 0, value));
  });
  const stream = scanEvents({
    onData: scan.write,
    onEnd: () => {
      events += 1;
      scan.end();
    },
  });
  return {
    write: (chunk) => {
      bytes += chunk.length;
      if (isStream) stream.write(chunk);
      else scan.write(chunk, 0, chunk.length);
    },
    end: (requestBytes) => {
      if (isStream) stream.end();
      scan.end();
      const { input, cached, output } = tokensOf(api, figures);
      // Most events of a stream carry about one token.
      const guess = isStream ? events : Math.ceil(bytes / BYTES_A_TOKEN);
      const inputTokens = input ?? Math.ceil(requestBytes / BYTES_A_TOKEN);
      return {
        model,
        tokens: {
          inputTokens,
          cachedTokens: Math.min(cached, inputTokens),
          outputTokens: output ?? guess,
        },
        guessed: input === null || output === null,
      };
    },
  };
}
