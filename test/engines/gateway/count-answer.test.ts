import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countAnswer, type CountedAnswer } from '../../../src/engines/gateway/count-answer.ts';
import type { WireFormat } from '../../../src/words/gateway-plan.ts';

function counted(api: WireFormat, text: string, sizes: readonly number[] = [1_000]): CountedAnswer {
  const count = countAnswer(api, /^(data|event|:)/.test(text));
  const bytes = Buffer.from(text);
  let at = 0;
  for (let piece = 0; at < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    count.write(bytes.subarray(at, at + size));
    at += size;
  }
  return count.end(4_000);
}

function events(...all: readonly unknown[]): string {
  return all.map((one) => `event: x\r\ndata: ${JSON.stringify(one)}\r\n\r\n`).join('');
}

const STREAMS: readonly (readonly [WireFormat, string, string, CountedAnswer['tokens']])[] = [
  [
    'anthropic',
    'with cache, and a count that is told twice',
    events(
      {
        type: 'message_start',
        message: {
          model: 'claude-x',
          usage: {
            input_tokens: 10,
            cache_creation_input_tokens: 5,
            cache_read_input_tokens: 85,
            output_tokens: 1,
          },
        },
      },
      { type: 'content_block_delta', delta: { text: '"usage": {"output_tokens": 7777}' } },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 40 } },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 44 } },
      { type: 'message_stop' },
    ),
    { inputTokens: 100, cachedTokens: 85, outputTokens: 44 },
  ],
  [
    'openai-responses',
    'whose last event holds all of it',
    events(
      { type: 'response.created', response: { model: 'claude-x', usage: null } },
      {
        type: 'response.completed',
        response: {
          output: [{ content: [{ text: 'x'.repeat(5_000) }] }],
          model: 'claude-x',
          usage: {
            input_tokens: 100,
            input_tokens_details: { cached_tokens: 85 },
            output_tokens: 44,
            output_tokens_details: { reasoning_tokens: 40 },
          },
        },
      },
    ),
    { inputTokens: 100, cachedTokens: 85, outputTokens: 44 },
  ],
  [
    'openai-chat',
    'that counts at its end',
    `${events(
      { model: 'claude-x', choices: [{ delta: { content: 'usage' } }], usage: null },
      {
        model: 'claude-x',
        choices: [],
        usage: {
          prompt_tokens: 100,
          prompt_tokens_details: { cached_tokens: 85 },
          completion_tokens: 44,
        },
      },
    )}data: [DONE]\n\n`,
    { inputTokens: 100, cachedTokens: 85, outputTokens: 44 },
  ],
  [
    'gemini',
    'that counts as it goes, thoughts and tools apart',
    events(
      { modelVersion: 'claude-x', usageMetadata: { promptTokenCount: 90, totalTokenCount: 91 } },
      {
        modelVersion: 'claude-x',
        usageMetadata: {
          promptTokenCount: 90,
          toolUsePromptTokenCount: 10,
          cachedContentTokenCount: 85,
          candidatesTokenCount: 4,
          thoughtsTokenCount: 40,
          totalTokenCount: 144,
        },
      },
    ),
    { inputTokens: 100, cachedTokens: 85, outputTokens: 44 },
  ],
];

describe.each(STREAMS)('a stream of %s %s', (...[api, , text, tokens]) => {
  it('is counted, whatever its pieces are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
        expect(counted(api, text, sizes)).toEqual({ model: 'claude-x', tokens, guessed: false });
      }),
      { numRuns: 50 },
    );
  });

  it('is guessed where it is cut, and never counted higher than it was', () => {
    for (let end = 0; end < text.length; end += 7) {
      const { tokens: got } = counted(api, text.slice(0, end));
      expect(got.inputTokens).toBeLessThanOrEqual(1_000);
      expect(got.outputTokens).toBeLessThanOrEqual(44);
    }
    expect(counted(api, text.slice(0, 30))).toMatchObject({
      tokens: { inputTokens: 1_000 },
      guessed: true,
    });
  });
});

describe('a whole answer', () => {
  it('is counted in every format', () => {
    const usage = { input_tokens: 3, output_tokens: 4 };
    const all: readonly (readonly [WireFormat, unknown])[] = [
      ['anthropic', { model: 'm', content: [{ usage: 9 }], usage }],
      ['openai-responses', { model: 'm', output: [], usage }],
      ['openai-chat', { model: 'm', usage: { prompt_tokens: 3, completion_tokens: 4 } }],
      [
        'gemini',
        [
          { modelVersion: 'm', usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1 } },
          { modelVersion: 'm', usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 } },
        ],
      ],
    ];
    for (const [api, body] of all)
      expect(counted(api, JSON.stringify(body, null, 1))).toEqual({
        model: 'm',
        tokens: { inputTokens: 3, cachedTokens: 0, outputTokens: 4 },
        guessed: false,
      });
  });

  it('that says nothing of it is guessed by its size', () => {
    expect(counted('openai-chat', JSON.stringify({ text: 'x'.repeat(389) }))).toEqual({
      model: null,
      tokens: { inputTokens: 1_000, cachedTokens: 0, outputTokens: 100 },
      guessed: true,
    });
  });
});
