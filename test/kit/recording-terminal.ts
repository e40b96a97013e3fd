/** A terminal that remembers what was written to it. */
import type { Terminal } from '../../src/platform/terminal.ts';

export interface RecordingTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

export function recordingTerminal(
  options: Partial<Omit<Terminal, 'out' | 'err'>> = {},
): RecordingTerminal {
  const written = { out: '', err: '' };
  return {
    written,
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    answer: () => Promise.resolve(null),
    inIsTerminal: false,
    outIsTerminal: false,
    errIsTerminal: false,
    colour: false,
    columns: 80,
    ...options,
  };
}
