import { describe, expect, it } from 'vitest';

import { pageCommand } from '../../src/cli/commands/page.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { recordingTerminal, type RecordingTerminal } from '../kit/recording-terminal.ts';

describe('roundsman page without a daemon', () => {
  it('offers to start it, and starts nothing for a no', async () => {
    const terminal = recordingTerminal({
      answer: () => Promise.resolve('n'),
      inIsTerminal: true,
      errIsTerminal: true,
    });
    await expect(page(terminal)).rejects.toThrow('no daemon runs here');
    expect(terminal.written.err).toContain('Start it? It also starts what is due. [y/N]');
  });

  it('asks nobody where nobody sees the question', async () => {
    const terminal = recordingTerminal({ answer: () => Promise.resolve('y') });
    await expect(page(terminal)).rejects.toMatchObject({
      hint: 'Next: roundsman start --detach',
    });
    expect(terminal.written.err).toBe('');
  });
});

function page(terminal: RecordingTerminal): Promise<number> {
  const { path } = gitRepo({ a: 'a' });
  return pageCommand({
    actor: 'ada',
    folder: path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: `${path}/.git/state` },
    clock: systemClock,
    terminal,
    json: false,
    standing: path,
    supervisor: null,
    words: [],
    options: { text: () => null, flag: () => false, list: () => [] },
  });
}
