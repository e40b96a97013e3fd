import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Command } from '../../src/cli/command.ts';
import { noteAdd, noteEdit } from '../../src/cli/commands/notes/add.ts';
import { noteApprove, noteReject, noteRetire } from '../../src/cli/commands/notes/decide.ts';
import { noteList, noteShow } from '../../src/cli/commands/notes/list.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { parseJson } from '../../src/platform/json.ts';
import { asAppError } from '../../src/words/errors.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';

interface Given {
  readonly words?: readonly string[];
  readonly json?: boolean;
  readonly text?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly paths?: readonly string[];
}

interface Here {
  readonly call: (command: Command, given?: Given) => Promise<string>;
  readonly folder: string;
  readonly clock: { now: Date };
}

function here(): Here {
  const folder = gitRepo({ 'src/time/a.ts': 'a' }).path;
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const time = { now: new Date('2026-11-21T09:00:00.000Z') };
  const clock: Clock = { ...systemClock, now: () => time.now };
  const call: Here['call'] = async (command, given = {}) => {
    const terminal = recordingTerminal();
    const { words = [], json = false, text = {}, flags = [], paths = [] } = given;
    const options = {
      flag: (name: string) => flags.includes(name),
      text: (name: string) => text[name] ?? null,
      list: (name: string) => (name === 'path' ? paths : []),
    };
    try {
      await command({
        terminal,
        env,
        actor: 'ada',
        clock,
        folder,
        standing: folder,
        json,
        words,
        options,
        supervisor: null,
      });
    } catch (thrown) {
      return `error: ${asAppError(thrown).message}`;
    }
    return `${terminal.written.out}${terminal.written.err}`;
  };
  return { call, folder, clock: time };
}

describe('decisions and knowledge', () => {
  it('say what to do while there are none', async () => {
    const { call } = here();
    expect(await call(noteList('decision'))).toBe(
      'No decisions yet. Runs propose them; you write one down with: roundsman decisions add "Dates are UTC" --text "…". What you decided in the inbox: roundsman undo --list\n',
    );
    expect(await call(noteList('knowledge'), { json: true })).toBe('[]\n');
  });

  it('go from a proposal over an edit to an approval of what was seen', async () => {
    const { call } = here();
    const add = {
      words: ['Dates', 'are', 'UTC'],
      text: { text: 'Store UTC.' },
      flags: ['propose'],
    };
    expect(await call(noteAdd('decision'), add)).toBe('proposed D-1  Dates are UTC\n');
    expect(await call(noteList('decision'))).toContain(
      '1 decision waits for approval. Look: roundsman decisions show D-1\n',
    );
    const shown = await call(noteShow('decision'), { words: ['1'] });
    const content = /--content ([0-9a-f]{12})\n$/.exec(shown)?.[1] ?? '';
    const edit = { words: ['d-1'], text: { text: 'Store instants in UTC.' } };
    expect(await call(noteEdit('decision'), edit)).toBe(
      'edited D-1, version 2  Dates are UTC\nApprove it: roundsman decisions approve D-1\n',
    );
    expect(await call(noteApprove('decision'), { words: ['D-1'], text: { content } })).toMatch(
      /^error: D-1 has changed since it was looked at: you saw /,
    );
    expect(await call(noteApprove('decision'), { words: ['D-1'] })).toBe(
      'approved D-1  Dates are UTC\n',
    );
    const after = await call(noteShow('decision'), { words: ['D-1'] });
    expect(after).toContain('  - Store UTC.\n  + Store instants in UTC.\n');
    expect(
      parseJson(await call(noteShow('decision'), { words: ['D-1'], json: true })),
    ).toMatchObject({
      id: 'D-1',
      state: 'approved',
      text: 'Store instants in UTC.',
      age: { days: 0 },
    });
  });

  it('tell what may not both hold when one is written down, and let one replace the other', async () => {
    const { call } = here();
    const add = (title: string, more: Given = {}): Promise<string> =>
      call(noteAdd('decision'), { words: [title], text: { text: title, ...more.text } });
    await add('Use luxon for dates');
    const why = 'they name different values: "Use dayjs for dates" against "Use luxon for dates"';
    expect(await add('Use dayjs for dates')).toBe(
      `approved D-2  Use dayjs for dates\nD-2 and D-1 may not both hold: ${why}\n`,
    );
    expect(await call(noteList('decision'))).toContain('May not both hold: D-1 and D-2: ');
    expect(await add('Use date-fns for dates', { text: { replaces: '2' } })).toContain(
      'approved D-3  Use date-fns for dates\n',
    );
    expect(await call(noteShow('decision'), { words: ['2'] })).toContain('replaced by D-3\n');
    expect(await add('use LUXON for dates!')).toBe(
      'error: D-1 says the same already, and is approved',
    );
  });

  it('name the ones that many commits have overtaken', async () => {
    const { call, clock, folder } = here();
    clock.now = new Date('2024-01-01T00:00:00.000Z');
    const add = { words: ['Zones'], text: { text: 'They move.' }, paths: ['src/time/**'] };
    await call(noteAdd('knowledge'), add);
    clock.now = new Date('2026-11-21T09:00:00.000Z');
    expect(await call(noteList('knowledge'))).toMatch(
      /\n {2}May be stale: 3 years ago; 1 commit in its paths since\.\n/,
    );
    expect(folder).not.toBe('');
  });

  it('take a text from a file, and show nothing that could steer a terminal', async () => {
    const { call, folder } = here();
    const path = join(folder, 'note.md');
    writeFileSync(path, 'It is \u001b[31mred\u001b[0m.\u202e\n');
    await call(noteAdd('knowledge'), { words: ['Colour\u001b[2J'], text: { file: path } });
    const shown = await call(noteShow('knowledge'), { words: ['K-1'] });
    expect(shown).toContain('text       It is red.\n');
    expect(shown).not.toContain('\u001b');
    expect(await call(noteAdd('knowledge'), { words: ['x'] })).toBe(
      'error: there is no text, and no terminal to write one on',
    );
  });

  it('ask for a reason to turn one down or to retire it', async () => {
    const { call } = here();
    await call(noteAdd('decision'), { words: ['a b'], text: { text: 'c' }, flags: ['propose'] });
    expect(await call(noteReject('decision'), { words: ['1'] })).toBe(
      'error: D-1 is rejected with a reason: later runs and people read it',
    );
    expect(await call(noteReject('decision'), { words: ['1'], text: { reason: 'no' } })).toBe(
      'rejected D-1  a b\n',
    );
    expect(await call(noteRetire('decision'), { words: ['1'], text: { reason: 'no' } })).toBe(
      'error: D-1 is rejected by ada on 2026-11-21 (no), and cannot be retired',
    );
    expect(await call(noteList('decision'))).toBe(
      'None that count now. `roundsman decisions --all` shows 1 decision of before.\n',
    );
    expect(await call(noteShow('knowledge'), { words: ['D-1'] })).toBe('error: D-1 is a decision');
  });
});

describe('all that wait', () => {
  it('are approved or rejected at once, of all or of a run or routine', async () => {
    const { call } = here();
    for (const title of ['One', 'Two'])
      await call(noteAdd('decision'), {
        words: [title],
        text: { text: `${title}.` },
        flags: ['propose'],
      });
    expect(await call(noteApprove('decision'))).toContain('which note?');
    expect(await call(noteReject('decision'), { words: ['sweep'], flags: ['all'] })).toContain(
      'nothing waits that a run or routine "sweep" proposed',
    );
    expect(await call(noteApprove('decision'), { flags: ['all'] })).toBe(
      'approved D-1  One\napproved D-2  Two\n',
    );
    expect(await call(noteReject('decision'), { flags: ['all'], text: { reason: 'no' } })).toBe(
      'Nothing waits.\n',
    );
  });
});
