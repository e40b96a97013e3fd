/** What a reader makes of a stream that a real program printed, whole or cut. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { OpenReader, ProcessOutcome } from '../../src/engines/stream-reader.ts';
import { outcomeOf, type AgentTold } from '../../src/runtime/supervisor/agent-stream.ts';

export interface Recording {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** `path`: below test/fixtures/agents, without its ending. */
export function recordedStream(path: string): Recording {
  return { stdout: linesOf(`${path}.jsonl`), stderr: linesOf(`${path}.stderr`) };
}

export function toldBy(
  open: OpenReader,
  { stdout, stderr }: Recording,
  exit: ProcessOutcome,
): AgentTold {
  const reader = open({ usageBefore: null });
  const errors = stderr.flatMap((line) => reader.errorLine(line));
  return outcomeOf({ ...reader, end: (ended) => [...errors, ...reader.end(ended)] }, stdout, exit);
}

/** It with 0 to all but one of its lines. */
export function cutAtEveryLine({ stdout }: Recording): readonly Recording[] {
  return stdout.map((_, end) => ({ stdout: stdout.slice(0, end), stderr: [] }));
}

function linesOf(name: string): readonly string[] {
  const file = fileURLToPath(new URL(`../fixtures/agents/${name}`, import.meta.url));
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
}
