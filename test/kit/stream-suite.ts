/** What the reader of every engine must hold, over streams that were recorded and over what nobody meant. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findReader } from '../../src/engines/registry.ts';
import type { OpenReader, ProcessOutcome, StreamReader } from '../../src/engines/stream-reader.ts';
import { outcomeOf } from '../../src/runtime/supervisor/agent-stream.ts';
import type { AgentEvent } from '../../src/words/agent-event.ts';
import type { EngineId } from '../../src/words/routine.ts';

export interface RecordedStream {
  readonly name: string;
  readonly lines: readonly string[];
}

const EXITED: ProcessOutcome = { exitCode: 0, signal: null };
const ENDS: readonly ProcessOutcome[] = [
  EXITED,
  { exitCode: 1, signal: null },
  { exitCode: null, signal: 'SIGKILL' },
];

export function streamSuite(id: EngineId, streams: readonly RecordedStream[]): void {
  const open = async (): Promise<StreamReader> =>
    openerOf(id).then((found) => found({ usageBefore: null }));

  describe(`engine ${id}: reader`, () => {
    it.each(streams)('ends $name once, and last, wherever it is cut', async ({ lines }) => {
      for (let kept = 0; kept <= lines.length; kept += 1) {
        const events = readAll(await open(), lines.slice(0, kept), EXITED);
        expect(events.filter(({ kind }) => kind === 'end').length).toBe(1);
        expect(events.at(-1)?.kind).toBe('end');
      }
    });

    it.each(streams)(
      'takes $name for a success from its terminal event on, and never before',
      async ({ lines }) => {
        const reasons: string[] = [];
        for (let kept = 0; kept <= lines.length; kept += 1)
          reasons.push(outcomeOf(await open(), lines.slice(0, kept), EXITED).outcome.end.reason);
        expect(reasons[0]).not.toBe('success');
        if (reasons.at(-1) !== 'success') return;
        // A conversation of several turns is done after each.
        const last = reasons.lastIndexOf('crashed');
        expect(reasons.slice(last + 1).every((reason) => reason === 'success')).toBe(true);
        const half = lines.slice(0, last).concat((lines[last] ?? '').slice(0, -2));
        expect(outcomeOf(await open(), half, EXITED).outcome.end.reason).not.toBe('success');
      },
    );

    it('never throws, and ends once, whatever is printed', async () => {
      const opened = await openerOf(id);
      const words = wordsOf(streams);
      fc.assert(
        fc.property(
          fc.array(garbage(words), { maxLength: 30 }),
          fc.constantFrom(...ENDS),
          (lines, exit) => {
            const events = readAll(opened({ usageBefore: null }), lines, exit);
            expect(events.filter(({ kind }) => kind === 'end').length).toBe(1);
            expect(events.at(-1)?.kind).toBe('end');
          },
        ),
        { numRuns: 300 },
      );
    });

    it('keeps what no rule knows, and continues', async () => {
      const events = readAll(
        await open(),
        ['{"type":"of_the_next_version","n":1}', 'no JSON at all'],
        EXITED,
      );
      const unknown = events.flatMap((event) => (event.kind === 'unknown' ? [event.line] : []));
      expect(unknown.length).toBeGreaterThanOrEqual(1);
    });

    it('bounds what it keeps of a line of megabytes', async () => {
      const reader = await open();
      const long = `{"type":"of_the_next_version","text":"${'x'.repeat(5_000_000)}"}`;
      const events = [...reader.line(long), ...reader.errorLine(long), ...reader.end(EXITED)];
      const sizes = events.map((event) => JSON.stringify(event).length);
      expect(Math.max(...sizes)).toBeLessThan(5_100_000);
    });
  });
}

async function openerOf(id: EngineId): Promise<OpenReader> {
  const open = await findReader(id);
  if (open === null) throw new Error(`engine ${id} has no reader`);
  return open;
}

function readAll(
  reader: StreamReader,
  lines: readonly string[],
  exit: ProcessOutcome,
): readonly AgentEvent[] {
  return [...lines.flatMap((line) => reader.line(line)), ...reader.end(exit)];
}

/** Names and values as the engine has them, in places where it has others. */
function garbage({ keys, values }: Words): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    fc.constantFrom(...values),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 5 }),
    ),
  }));
  return fc.oneof(
    tree.map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('', 'null', '[]', '{}', '{"type":null}', '{"type":"result"'),
  );
}

interface Words {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

function wordsOf(streams: readonly RecordedStream[]): Words {
  const text = streams.flatMap(({ lines }) => lines).join('\n');
  const keys = new Set([
    'type',
    ...[...text.matchAll(/"(\w{1,24})":/g)].map(([, key]) => key ?? ''),
  ]);
  const values = new Set([
    '',
    ...[...text.matchAll(/:"([\w./-]{1,24})"/g)].map(([, value]) => value ?? ''),
  ]);
  return { keys: [...keys], values: [...values] };
}
