/** Where each wire format says what an answer took, and what that is in our words. Pure. */
import { assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { Wanted } from './scan-json.ts';

/** Numbers of an answer by the names below. They only grow while it streams, so that the highest counts. */
export type Figures = ReadonlyMap<string, number>;

export interface Tokens {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

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

export function wantedOf(api: WireFormat): Wanted {
  return ANSWERS[api];
}

/** `null` where the answer did not say. */
export function tokensOf(
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
