// Counts one long stream of a wire format as the gateway does: how fast, and how much memory it takes. Prints JSON.
import { countAnswer } from '../.build/modules/engines/gateway/count-answer.js';

const MB = 1_000_000;
const CHUNK = 65_536;

const DELTAS = {
  anthropic: (at) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: `word ${at} and "usage"` },
  }),
  'openai-responses': (at) => ({
    type: 'response.output_text.delta',
    item_id: 'msg_0123456789abcdef',
    output_index: 0,
    content_index: 0,
    delta: `word ${at} and "usage"`,
    sequence_number: at,
  }),
  'openai-chat': (at) => ({
    id: 'chatcmpl-0123456789',
    created: 1,
    model: 'm',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content: `word ${at} and "usage"` }, finish_reason: null }],
  }),
  gemini: (at) => ({
    candidates: [{ content: { role: 'model', parts: [{ text: `word ${at}` }] }, index: 0 }],
    usageMetadata: { promptTokenCount: 70, candidatesTokenCount: 1, totalTokenCount: 71 },
    modelVersion: 'm',
  }),
};

const LAST = {
  anthropic: { type: 'message_delta', usage: { input_tokens: 70, output_tokens: 80 } },
  'openai-responses': {
    type: 'response.completed',
    response: { model: 'm', usage: { input_tokens: 70, output_tokens: 80 } },
  },
  'openai-chat': { model: 'm', choices: [], usage: { prompt_tokens: 70, completion_tokens: 80 } },
  gemini: { usageMetadata: { promptTokenCount: 70, candidatesTokenCount: 80 }, modelVersion: 'm' },
};

const event = (value) => Buffer.from(`event: x\ndata: ${JSON.stringify(value)}\n\n`);

const [what] = process.argv.slice(2);
const result = what === 'one-line' ? oneLine() : stream(what);
console.log(JSON.stringify(result));

function stream(api) {
  const events = Array.from({ length: 20_000 }, (_, at) => event(DELTAS[api](at)));
  return measure(api, { block: Buffer.concat(events), bytes: 500 * MB, last: event(LAST[api]) });
}

/** The whole text of a long answer stands in one event. */
function oneLine() {
  const first = Buffer.from(
    'event: response.completed\ndata: {"type":"response.completed","response":{"output":[{"text":"',
  );
  const last = Buffer.from('"}],"model":"m","usage":{"input_tokens":70,"output_tokens":80}}}\n\n');
  return measure('openai-responses', {
    first,
    block: Buffer.alloc(4 * MB, String.raw`some words of the model, a quote \" and so on `),
    bytes: 100 * MB,
    last,
  });
}

function measure(api, { first = Buffer.alloc(0), block, bytes, last }) {
  const counted = countAnswer(api, true);
  const write = (buffer) => {
    for (let at = 0; at < buffer.length; at += CHUNK)
      counted.write(buffer.subarray(at, at + CHUNK));
  };
  const before = process.memoryUsage.rss();
  let highest = before;
  const began = process.cpuUsage();
  write(first);
  let done = 0;
  while (done < bytes) {
    write(block);
    done += block.length;
    highest = Math.max(highest, process.memoryUsage.rss());
  }
  write(last);
  const used = process.cpuUsage(began);
  const { tokens, guessed } = counted.end(0);
  return {
    mbPerSecond: done / MB / ((used.user + used.system) / 1e6),
    grownMb: (highest - before) / MB,
    tokens: !guessed && tokens.inputTokens === 70 && tokens.outputTokens === 80,
  };
}
