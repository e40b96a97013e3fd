/** Counts what one answer took while it passes, and leaves it as it is. */
import { assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import { scanJson, type Wanted } from './scan-json.ts';

const ANTHROPIC_INPUT = {
  input_tokens: 'input',
  cache_creation_input_tokens: 'written',
  cache_read_input_tokens: 'cached',
};

const RESPONSE = {
  model: 'model',
  usage: {
    input_tokens: 'input',
    input_tokens_details: { cached_tokens: 'cached' },
    output_tokens: 'output',
  },
};

/** One for streams and whole answers alike. `model` is told by its name. */
const ANSWERS: Readonly<Record<WireFormat, Wanted>> = {
  anthropic: {
    model: 'model',
    usage: { ...ANTHROPIC_INPUT, output_tokens: 'output' },
    // At the beginning of a stream: what it will have put out is not known yet.
    message: { model: 'model', usage: ANTHROPIC_INPUT },
  },
  'openai-responses': { ...RESPONSE, response: RESPONSE },
  'openai-chat': {
    model: 'model',
    usage: {
      prompt_tokens: 'input',
      prompt_tokens_details: { cached_tokens: 'cached' },
      completion_tokens: 'output',
    },
  },
  gemini: {
    modelVersion: 'model',
    usageMetadata: {
      promptTokenCount: 'input',
      toolUsePromptTokenCount: 'tools',
      cachedContentTokenCount: 'cached',
      candidatesTokenCount: 'output',
      thoughtsTokenCount: 'thoughts',
      // Beside a prompt alone there may be no other that says that it is all.
      totalTokenCount: 'total',
    },
  },
};

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** `data:` */
const FIELD = [0x64, 0x61, 0x74, 0x61, 0x3a];

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

// The data of server-sent events, handed on as it comes by: no line is gathered, whatever its length.

interface EventListener {
  /** A part of the data of one event. */
  readonly onData: (chunk: Uint8Array, from: number, to: number) => void;
  /** The event is whole. Not called for one without data. */
  readonly onEnd: () => void;
}

interface EventScan {
  write(chunk: Uint8Array): void;
  end(): void;
}

function scanEvents({ onData, onEnd }: EventListener): EventScan {
  let matched = 0;
  let line: 'begins' | 'data' | 'other' = 'begins';
  let hasData = false;
  const finish = (): void => {
    if (hasData) onEnd();
    hasData = false;
  };
  const begin = (byte: number): void => {
    if (byte === FIELD[matched]) matched += 1;
    else if (byte !== RETURN) line = 'other';
    if (matched === FIELD.length) {
      line = 'data';
      hasData = true;
    }
  };
  const newline = (): void => {
    // Nothing but a line end stands in it: the event is over.
    if (line === 'begins' && matched === 0) finish();
    line = 'begins';
    matched = 0;
  };
  return {
    write: (chunk) => {
      let at = 0;
      while (at < chunk.length) {
        if (line === 'begins') {
          const byte = chunk[at] ?? 0;
          at += 1;
          if (byte === NEWLINE) newline();
          else begin(byte);
          continue;
        }
        const found = chunk.indexOf(NEWLINE, at);
        const end = found === -1 ? chunk.length : found;
        if (line === 'data') onData(chunk, at, end);
        at = end;
        if (found === -1) return;
        newline();
        at += 1;
      }
    },
    end: finish,
  };
}

/**
 * Where each wire format says what an answer took, and what that is in our words. Pure.
 * Numbers of an answer by the names below. They only grow while it streams, so that the highest counts.
 */
type Figures = ReadonlyMap<string, number>;

interface Tokens {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

function wantedOf(api: WireFormat): Wanted {
  return ANSWERS[api];
}

/** `null` where the answer did not say. */
function tokensOf(
  api: WireFormat,
  figures: Figures,
): { readonly input: number | null; readonly cached: number; readonly output: number | null } {
  const all = (...names: readonly string[]): number | null => {
    const there = names.flatMap((name) => figures.get(name) ?? []);
    return there.length === 0 ? null : there.reduce((sum, one) => sum + one, 0);
  };
  const cached = figures.get('cached') ?? 0;
  switch (api) {
    case 'anthropic':
      return { input: all('input', 'written', 'cached'), cached, output: all('output') };
    case 'openai-responses':
    case 'openai-chat':
      return { input: all('input'), cached, output: all('output') };
    case 'gemini': {
      const output = all('output', 'thoughts');
      // An answer of nothing is said by leaving its count out.
      return {
        input: all('input', 'tools'),
        cached,
        output: output ?? (figures.has('total') ? 0 : null),
      };
    }
    default:
      return assertNever(api);
  }
}
