import { describe, expect, it } from 'vitest';

import { waitingLine } from '../../../src/cli/output/progress-writer.ts';
import { fakeClock } from '../../kit/fake-clock.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';

const TERMINAL = { outIsTerminal: true, errIsTerminal: true };

describe('a waiting line', () => {
  it('says each second what is at work, and goes at the first word', async () => {
    const [clock, shown] = [fakeClock(), recordingTerminal(TERMINAL)];
    const { terminal, close } = waitingLine(shown, clock, 'review');
    await clock.pass(900);
    expect(shown.written.err).toBe('');
    await clock.pass(1_200);
    expect(shown.written.err).toBe('\r\u001b[2K  … review  1 s\r\u001b[2K  … review  2 s');
    shown.written.err = '';
    terminal.out('two branches\n');
    expect(shown.written).toEqual({ out: 'two branches\n', err: '\r\u001b[2K' });
    close();
    expect(shown.written.err).toBe('\r\u001b[2K');
  });

  it('leaves nothing behind where the command said nothing', async () => {
    const [clock, shown] = [fakeClock(), recordingTerminal(TERMINAL)];
    const { close } = waitingLine(shown, clock, 'review');
    await clock.pass(1_000);
    close();
    expect(shown.written.err.endsWith('\r\u001b[2K')).toBe(true);
  });

  it.each([{ errIsTerminal: false }, { outIsTerminal: false }])(
    'is not written into pipes and files (%j)',
    (pipe) => {
      const [clock, shown] = [fakeClock(), recordingTerminal({ ...TERMINAL, ...pipe })];
      expect(waitingLine(shown, clock, 'review').terminal).toBe(shown);
      expect(clock.sleeps).toEqual([]);
    },
  );
});
