import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { eventLine, openAcpReader } from '../../../src/engines/acp/read-stream.ts';
import type { AgentEvent } from '../../../src/words/agent-event.ts';
import { eventsOf, expectCuts } from '../../kit/recorded-streams.ts';

const EVENTS: readonly AgentEvent[] = [
  { kind: 'started', sessionId: 's', model: null, version: '1' },
  { kind: 'text', text: 'a "b"\nc' },
  { kind: 'tool-start', id: null, name: 'edit', summary: 'x' },
  { kind: 'denied', what: 'change x', line: null },
  { kind: 'tool-end', id: 't', name: 'edit', ok: false },
  { kind: 'unknown', line: 'Loading' },
  { kind: 'usage', usage: { inputTokens: 3, cachedTokens: 1, outputTokens: 2, costUsd: 0.5 } },
  { kind: 'end', reason: 'success', message: null, finalText: 'a' },
];
const LINES = EVENTS.map((event) => eventLine(event).trimEnd());

describe('the stream of the driver', () => {
  it('is the events that it told', () => {
    expect(eventsOf(openAcpReader, LINES, { exitCode: 0, signal: null })).toEqual(EVENTS);
    expect(openAcpReader().line('{"kind":"alive"}')).toEqual([]);
  });

  // oxlint-disable-next-line vitest/expect-expect -- expectCuts expects
  it('is not a success when it is cut', () => {
    expectCuts(openAcpReader, LINES);
  });

  it('takes no end that the driver never says', () => {
    const line = '{"kind":"end","reason":"timed-out"}';
    expect(openAcpReader().line(line)).toEqual([{ kind: 'unknown', line }]);
  });

  it('survives whatever is printed, and ends once', () => {
    const kinds = fc.constantFrom(...EVENTS.map(({ kind }) => kind));
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ kind: kinds, usage: fc.jsonValue() }).map((event) => JSON.stringify(event)),
    );
    fc.assert(
      fc.property(fc.array(odd), (lines) => {
        const events = eventsOf(openAcpReader, lines, { exitCode: 0, signal: null });
        expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1);
        expect(events.at(-1)?.kind).toBe('end');
      }),
    );
  });
});
