import { describe, expect, it } from 'vitest';

import { openProgress } from '../../../src/cli/output/progress-writer.ts';
import type { RunEvent } from '../../../src/words/run-event.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';
import { stillClock } from '../../kit/still-clock.ts';

const events: readonly RunEvent[] = [
  { kind: 'step', at: '2026-11-21T09:00:00.000Z', step: 'collect', phase: 'begun' },
  { kind: 'progress', at: '2026-11-21T09:00:00.100Z', text: 'blame 3 of 9 files' },
  { kind: 'step', at: '2026-11-21T09:00:00.400Z', step: 'collect', phase: 'done' },
  { kind: 'step', at: '2026-11-21T09:00:00.400Z', step: 'work', phase: 'begun' },
  { kind: 'agent-line', at: '2026-11-21T09:00:01.000Z', text: 'read \u001b[31mfour\u0007 files' },
  { kind: 'notice', at: '2026-11-21T09:00:02.000Z', text: 'one file was left out' },
  { kind: 'step', at: '2026-11-21T09:00:03.000Z', step: 'work', phase: 'failed' },
  { kind: 'step', at: '2026-11-21T09:00:03.000Z', step: 'check', phase: 'skipped' },
  { kind: 'ended', at: '2026-11-21T09:00:03.000Z' },
];

describe('openProgress', () => {
  it('writes one plain line a step in a pipe and redraws nothing', () => {
    const terminal = recordingTerminal();
    const progress = openProgress({ terminal, clock: stillClock(), verbose: false });
    for (const event of events) progress.show(event);
    progress.tick();
    progress.close();
    expect(terminal.written.err).toBe(
      ['  ✓ collect   400 ms', 'note: one file was left out', '  ✗ work      2.6 s', ''].join('\n'),
    );
    expect(terminal.written.out).toBe('');
  });

  it('says in a pipe what a long step does, once every ten seconds', () => {
    const terminal = recordingTerminal();
    const clock = stillClock('2026-11-21T09:00:00.000Z');
    const progress = openProgress({ terminal, clock, verbose: false });
    progress.show({
      kind: 'step',
      at: '2026-11-21T09:00:00.000Z',
      step: 'collect',
      phase: 'begun',
    });
    for (const count of [100, 200, 300, 400, 500]) {
      clock.move(4_000);
      const text = `${count} of 1,013 notes dated`;
      progress.show({ kind: 'progress', at: clock.now().toISOString(), text });
    }
    expect(terminal.written.err).toBe('  … collect   300 of 1,013 notes dated\n');
  });

  it('leaves out steps that had nothing to do, unless everything was asked for', () => {
    const quick: readonly RunEvent[] = [
      { kind: 'step', at: '2026-11-21T09:00:00.000Z', step: 'condition', phase: 'begun' },
      { kind: 'step', at: '2026-11-21T09:00:00.003Z', step: 'condition', phase: 'done' },
      { kind: 'step', at: '2026-11-21T09:00:00.003Z', step: 'collect', phase: 'begun' },
      { kind: 'step', at: '2026-11-21T09:00:01.003Z', step: 'collect', phase: 'done' },
      { kind: 'step', at: '2026-11-21T09:00:01.003Z', step: 'deliver', phase: 'begun' },
      { kind: 'step', at: '2026-11-21T09:00:01.004Z', step: 'deliver', phase: 'failed' },
    ];
    const written = (verbose: boolean): string => {
      const terminal = recordingTerminal();
      const progress = openProgress({ terminal, clock: stillClock(), verbose });
      for (const event of quick) progress.show(event);
      return terminal.written.err;
    };
    expect(written(false)).toBe('  ✓ collect   1.0 s\n  ✗ deliver   1 ms\n');
    expect(written(true)).toBe('  ✓ condition 3 ms\n  ✓ collect   1.0 s\n  ✗ deliver   1 ms\n');
  });

  it('redraws one line on a terminal, with step, elapsed time and what is being done', () => {
    const terminal = recordingTerminal({ errIsTerminal: true });
    const clock = stillClock('2026-11-21T09:00:02.000Z');
    const progress = openProgress({ terminal, clock, verbose: false });
    for (const event of events.slice(0, 5)) progress.show(event);
    expect(terminal.written.err.split('\r\u001b[2K').at(-1)).toBe(
      '  … work      1 s  read four files',
    );
    clock.move(60_000);
    progress.tick();
    expect(terminal.written.err.split('\r\u001b[2K').at(-1)).toBe(
      '  … work      1m 01s  read four files',
    );
  });

  it('takes the redrawn line away at the end', () => {
    const terminal = recordingTerminal({ errIsTerminal: true });
    const progress = openProgress({ terminal, clock: stillClock(), verbose: false });
    for (const event of events) progress.show(event);
    progress.close();
    expect(terminal.written.err.endsWith('\r\u001b[2K  ✗ work      2.6 s\n')).toBe(true);
  });

  it('never draws past the last column', () => {
    const terminal = recordingTerminal({ errIsTerminal: true, columns: 24 });
    const progress = openProgress({ terminal, clock: stillClock(), verbose: false });
    for (const event of events.slice(0, 5)) progress.show(event);
    const last = terminal.written.err.split('\r\u001b[2K').at(-1) ?? '';
    expect(last).toHaveLength(23);
  });
});
