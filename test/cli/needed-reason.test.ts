import { describe, expect, it } from 'vitest';

import { neededReason } from '../../src/cli/confirm.ts';
import { recordingTerminal, type RecordingTerminal } from '../kit/recording-terminal.ts';

describe('a reason that a command needs', () => {
  it('is asked for on a terminal, in one line', async () => {
    const terminal = person('it is a fixture');
    expect(await neededReason(call({ terminal }))).toBe('it is a fixture');
    expect(terminal.written.err).toBe('Why? Later runs and people read it: ');
  });

  it('is empty where the person says nothing', async () => {
    expect(await neededReason(call({ terminal: person(null) }))).toBe('');
  });

  it('is not asked for when it was given, for JSON, or where nobody sees the question', async () => {
    const terminal = person('never read');
    expect(await neededReason(call({ terminal, reason: 'as given' }))).toBe('as given');
    expect(await neededReason(call({ terminal, json: true }))).toBe('');
    const unseen = recordingTerminal({ answer: () => Promise.resolve('never read') });
    expect(await neededReason(call({ terminal: unseen }))).toBe('');
    expect(terminal.written.err + unseen.written.err).toBe('');
  });
});

interface Asked {
  readonly terminal: RecordingTerminal;
  readonly reason?: string;
  readonly json?: boolean;
}

function call({ terminal, reason, json = false }: Asked): Parameters<typeof neededReason>[0] {
  const text = (name: string): string | null => (name === 'reason' ? (reason ?? null) : null);
  return { terminal, json, options: { text, flag: () => false, list: () => [] } };
}

function person(answer: string | null): RecordingTerminal {
  return recordingTerminal({
    answer: () => Promise.resolve(answer),
    inIsTerminal: true,
    errIsTerminal: true,
  });
}
