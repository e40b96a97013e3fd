/** What every reader of a stream must hold, whatever is in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { OpenReader } from '../../src/engines/stream-reader.ts';
import type { AgentEvent } from '../../src/words/agent-event.ts';
import { cutAtEveryLine, recordedStream, toldBy } from './recorded-stream.ts';

export interface ReaderUnderTest {
  readonly open: OpenReader;
  /** Below test/fixtures/agents. */
  readonly recordings: readonly string[];
}

export function readerSuite(name: string, { open, recordings }: ReaderUnderTest): void {
  const seen = recordings.flatMap((path) => recordedStream(path).stdout);

  describe(`reader of ${name}`, () => {
    it.each(recordings)('finds no success in %s before its last line', (path) => {
      for (const cut of cutAtEveryLine(recordedStream(path))) {
        const { outcome } = toldBy(open, cut, { exitCode: 0, signal: null });
        expect(outcome.end.reason).not.toBe('success');
      }
    });

    it('ends any stream with exactly one end, last, and never throws', () => {
      fc.assert(
        fc.property(fc.array(anyLine(seen), { maxLength: 30 }), anyExit, (lines, exit) => {
          const reader = open({ usageBefore: null });
          const before = lines.flatMap((line) => [...reader.line(line), ...reader.errorLine(line)]);
          const events: readonly AgentEvent[] = [...before, ...reader.end(exit)];
          expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1);
          expect(events.at(-1)?.kind).toBe('end');
        }),
      );
    });

    it('counts lines that are no event of it', () => {
      const told = toldBy(
        open,
        { stdout: ['nothing', '{"type":"news"}', '[]', ''], stderr: [] },
        { exitCode: 0, signal: null },
      );
      expect(told.outcome.unknown).toBe(3);
    });
  });
}

const anyExit = fc.oneof(
  fc.record({ exitCode: fc.integer({ min: 0, max: 255 }), signal: fc.constant(null) }),
  fc.record({ exitCode: fc.constant(null), signal: fc.constantFrom('SIGTERM', 'SIGKILL') }),
);

/** Text, JSON, what was recorded, what was recorded with one of its values replaced, and what was recorded cut short. */
function anyLine(seen: readonly string[]): fc.Arbitrary<string> {
  const recorded = fc.constantFrom(...seen);
  return fc.oneof(
    fc.string(),
    fc.json(),
    recorded,
    fc
      .tuple(recorded, fc.nat(), fc.jsonValue())
      .map(([line, at, value]) => replaced(line, { at, value })),
    fc.tuple(recorded, fc.nat({ max: 400 })).map(([line, length]) => line.slice(0, length)),
  );
}

function replaced(
  line: string,
  { at, value }: { readonly at: number; readonly value: unknown },
): string {
  let index = 0;
  const count = [...line.matchAll(/":/g)].length;
  return JSON.stringify(
    JSON.parse(isJson(line) ? line : '{}', (_, inner: unknown) => {
      index += 1;
      return index === at % (count + 1) ? value : inner;
    }),
  );
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
