import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { copilotSessions } from '../../../src/engines/copilot/sessions/index.ts';
import { geminiSessions } from '../../../src/engines/gemini/sessions/index.ts';
import { piSessions } from '../../../src/engines/pi/sessions/index.ts';
import { qwenSessions } from '../../../src/engines/qwen/sessions/index.ts';
import { entriesIn, onlyHandle, recordedHome } from '../../kit/recorded-stores.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** One recorded session, and the file that is to be made hostile. */
async function opened(source: (typeof SOURCES)[number], scenario: string) {
  const home = recordedHome(source.engine, scenario);
  made.push(home);
  const handle = await onlyHandle(source, home);
  const { location } = handle;
  const path = source === copilotSessions ? join(location, 'events.jsonl') : location;
  const draft = async () => {
    const read = await source.draft(handle);
    if (read.kind !== 'draft') throw new Error(read.detail);
    return read.draft;
  };
  return { handle, path, draft, entries: () => entriesIn(source, handle) };
}

const SOURCES = [geminiSessions, piSessions, qwenSessions, copilotSessions] as const;
const ESCAPE = '\u001B[31mred\u001B]0;title\u0007\u202E';
/** As it stands in a line of JSON. */
const ESCAPED = JSON.stringify(`Export ${ESCAPE}`).slice(1, -1);

/** What a person asks, as each engine writes it. */
const ASKED: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  gemini: (text) => ({ id: 'asked', type: 'user', content: [{ text }] }),
  pi: (text) => ({
    type: 'message',
    id: 'asked',
    parentId: null,
    message: { role: 'user', content: text },
  }),
  qwen: (text) => ({
    uuid: 'asked',
    parentUuid: null,
    type: 'user',
    message: { role: 'user', parts: [{ text }] },
  }),
  copilot: (text) => ({ type: 'user.message', data: { content: text } }),
};

describe.each(SOURCES)('a hostile session of $engine', (source) => {
  it('never makes reading fail, whatever lines it has', async () => {
    const { handle, path } = await opened(source, 'resumed');
    const recorded = readFileSync(path, 'utf8').split('\n');
    const line = fc.oneof(
      fc.constantFrom(...recorded),
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(...recorded).chain((text) => fc.nat(text.length).map((at) => text.slice(at))),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        writeFileSync(path, lines.join('\n'));
        const read = await source.draft(handle);
        expect(['draft', 'unreadable']).toContain(read.kind);
        expect((await entriesIn(source, handle)).length).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 25 },
    );
  });

  it('never makes reading fail where any value is another one', async () => {
    const { handle, path } = await opened(source, 'resumed');
    const recorded: readonly unknown[] = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.jsonValue({ maxDepth: 1 }), async (seed, value) => {
        const lines = recorded.map((record, index) =>
          JSON.stringify(swapped(record, seed + index, value)),
        );
        writeFileSync(path, `${lines.join('\n')}\n`);
        const read = await source.draft(handle);
        expect(['draft', 'unreadable']).toContain(read.kind);
        await entriesIn(source, handle);
      }),
      { numRuns: 25 },
    );
  });

  it('is never said to be at a tool that has ended, wherever its file is cut off', async () => {
    const { path, draft } = await opened(source, 'resumed');
    const whole = readFileSync(path);
    const ends = resultEnds(whole.toString('latin1'));
    const first = whole.indexOf(0x0a) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: whole.length }), async (length) => {
        writeFileSync(path, whole.subarray(0, length));
        const { standing } = await draft();
        const doing = standing.kind === 'tool' ? standing.doing : '';
        const said = wordsOf(doing);
        const ended = ends.filter(({ words, end }) => words === said && end <= length);
        expect({ doing, ended }).toEqual({ doing, ended: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('shows no control characters of its words', async () => {
    const { handle, path, draft } = await opened(source, 'killed');
    const keys = join(handle.location, 'workspace.yaml');
    for (const file of source === copilotSessions ? [path, keys] : [path]) {
      const hostile = readFileSync(file, 'utf8')
        .replaceAll('Export one', file === keys ? `Export ${ESCAPE}` : ESCAPED)
        .replaceAll('touch asleep', ESCAPED);
      writeFileSync(file, hostile);
    }
    const { title, standing } = await draft();
    expect(title).toBe('Export red from src/one.ts, then run the slow test.');
    const doing = 'doing' in standing ? standing.doing : null;
    // Gemini CLI does not write what it is at.
    expect(doing).toBe(source === geminiSessions ? null : 'running `Export red && sleep 300`');
  });

  it('is unclear after a line that is longer than what is read', async () => {
    const { path, draft, entries } = await opened(source, 'killed');
    appendFileSync(path, `${JSON.stringify({ huge: 'x'.repeat(2_000_000) })}\n`);
    expect((await draft()).standing.kind).toBe('unclear');
    expect((await entries()).at(-1)).toBe('unreadable');
  });

  it('is unclear after a line that nobody can read', async () => {
    for (const line of [
      '[['.repeat(50_000),
      '{"type":"tool',
      'null',
      '\0\0\0',
      Buffer.from([0xff, 0xfe, 0x80]).toString('latin1'),
    ]) {
      const { path, draft } = await opened(source, 'killed');
      appendFileSync(path, `${line}\n`);
      expect({ line: line.slice(0, 20), ...(await draft()).standing }).toMatchObject({
        line: line.slice(0, 20),
        kind: 'unclear',
      });
    }
  });

  it('keeps what it is told apart from the prototypes of objects', async () => {
    const { path, draft, entries } = await opened(source, 'killed');
    const asked = JSON.stringify(ASKED[source.engine]?.('Go on'));
    appendFileSync(
      path,
      `${asked.replace('{', '{"__proto__":{"polluted":true},"constructor":{"a":1},')}\n`,
    );
    expect((await draft()).standing.kind).toBe('model');
    expect((await entries()).at(-1)).toMatchObject({ kind: 'asked', text: 'Go on' });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('is not understood when no line is in a known form', async () => {
    const { handle, path, entries } = await opened(source, 'ended');
    writeFileSync(path, '{"version":9,"kind":"something new"}\n{"version":9}\n');
    expect(await source.draft(handle)).toMatchObject({
      kind: 'unreadable',
      detail: 'no line of it is in a form that is known',
    });
    expect(await entries()).toEqual(['unreadable', 'unreadable']);
  });
});

/** Where the line ends that says how each call went: the last one that names it. */
function resultEnds(text: string): readonly { readonly words: string; readonly end: number }[] {
  const ids = new Set(text.match(/(?:call_|__fc_)[0-9a-f]{10,}/g));
  return [...ids].map((id) => {
    const last = text.lastIndexOf(id);
    const from = text.indexOf(id);
    const line = text.slice(text.lastIndexOf('\n', from) + 1, text.indexOf('\n', from));
    return { words: wordsOf(line) ?? id, end: text.indexOf('\n', last) };
  });
}

/** What tells a call from the others; a commit names the file that was written before it. */
function wordsOf(text: string): string | undefined {
  return ['exit 3', 'git add', 'NOTES.md'].find((each) => text.includes(each));
}

/** The record with one value of it, by a number, put in place of another. */
function swapped(record: unknown, seed: number, value: unknown): unknown {
  let count = 0;
  const visit = (each: unknown): unknown => {
    count += 1;
    if (count === 1 + (seed % 23)) return value;
    if (Array.isArray(each)) return each.map(visit);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, part]) => [name, visit(part)]));
  };
  return visit(record);
}
