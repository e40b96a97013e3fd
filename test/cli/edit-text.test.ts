/** A person's editor, which is a small program here. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Command } from '../../src/cli/command.ts';
import { noteAdd, noteEdit } from '../../src/cli/commands/notes/add.ts';
import { noteShow } from '../../src/cli/commands/notes/list.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { asAppError } from '../../src/words/errors.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';

/** @param script of a shell; the file is its last argument */
function here(
  script: string,
  word = '',
): {
  readonly call: (
    command: Command,
    words: readonly string[],
    text?: Readonly<Record<string, string>>,
  ) => Promise<string>;
  /** Copies of what the editor was given. */
  readonly seen: string;
} {
  const folder = gitRepo({ a: 'a' }).path;
  const home = temporaryFolder();
  const editor = join(home, 'editor');
  const seen = join(home, 'seen');
  writeFileSync(editor, `#!/bin/sh\nfor file; do :; done\ncp "$file" ${seen}\n${script}\n`);
  chmodSync(editor, 0o700);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ROUNDSMAN_STATE_DIR: join(home, 'state'),
    ROUNDSMAN_USER: 'ada',
    EDITOR: `${editor}${word}`,
  };
  return {
    seen,
    call: async (command, words, text = {}) => {
      const terminal = recordingTerminal({ inIsTerminal: true, outIsTerminal: true });
      const options = {
        flag: () => false,
        text: (name: string) => text[name] ?? null,
        list: () => [],
      };
      const rest = { folder, standing: folder, json: false, words, options, supervisor: null };
      await command({ terminal, env, actor: 'ada', clock: systemClock, ...rest }).catch(
        (thrown: unknown) => {
          terminal.out(`error: ${asAppError(thrown).message}`);
        },
      );
      return `${terminal.written.out}${terminal.written.err}`;
    },
  };
}

describe('a text in an editor', () => {
  it('is changed by what was saved there', async () => {
    const { call, seen } = here('sed -i "s/UTC/local time/g" "$file"', ' --wait');
    await call(noteAdd('decision'), ['Dates are UTC'], { text: 'Store UTC.', reason: 'UTC.' });
    expect(await call(noteEdit('decision'), ['D-1'])).toContain(
      'edited D-1, version 2  Dates are local time\n',
    );
    expect(readFileSync(seen, 'utf8')).toBe('Dates are UTC\n\nStore UTC.\n\nReason: UTC.');
    expect(await call(noteShow('decision'), ['D-1'])).toContain('Store local time.');
  });

  it('stays when the editor ends badly, saves the same, or leaves nothing', async () => {
    const failing = here('exit 3');
    await failing.call(noteAdd('decision'), ['Dates'], { text: 'UTC.' });
    expect(await failing.call(noteEdit('decision'), ['D-1'])).toMatch(
      /^error: nothing was changed: the editor .*\/editor failed: it ended with 3$/,
    );
    const empty = here(': > "$file"');
    await empty.call(noteAdd('decision'), ['Dates'], { text: 'UTC.' });
    expect(await empty.call(noteEdit('decision'), ['D-1'])).toMatch(/^error: /);
    expect(await empty.call(noteShow('decision'), ['D-1'])).not.toContain('version 2');
    const same = here(':');
    await same.call(noteAdd('decision'), ['Dates'], { text: 'UTC.' });
    expect(await same.call(noteEdit('decision'), ['D-1'])).toMatch(/^error: /);
  });

  it('is not asked for where no editor is named', async () => {
    const { call, seen } = here(':', '-that-is-not-there');
    await call(noteAdd('decision'), ['Dates'], { text: 'UTC.' });
    expect(await call(noteEdit('decision'), ['D-1'])).toMatch(
      /^error: nothing was changed: .*ENOENT$/,
    );
    expect(existsSync(seen)).toBe(false);
  });
});
