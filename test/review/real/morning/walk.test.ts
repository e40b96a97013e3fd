/** The morning walk on a real terminal: every kind of step, with the records and git looked at after. */
import { stripVTControlCharacters } from 'node:util';

import { expect, test } from 'vitest';

import { onTerminal, type OnTerminal, type TerminalStart } from '../../../kit/on-terminal.ts';
import { pageWorld, type PageWorld } from '../../../kit/page-world.ts';
import { waitUntil } from '../../../kit/wait-until.ts';

const report = (summary: string): string => `## Summary\n\n${summary}\n\n## Findings\n\nNone.\n`;

const HOSTILE = 'Dates\u001b[2J\u001b]0;gone\u0007 are\r\nread\u202e twice';

function walk(world: PageWorld, more: Partial<TerminalStart> = {}): OnTerminal {
  const env = {
    PATH: process.env['PATH'],
    HOME: world.home,
    ROUNDSMAN_STATE_DIR: world.stateDir,
    TZ: 'UTC',
    USER: 'dana',
    PAGER: 'cat',
    ...more.env,
  };
  return onTerminal({ cwd: world.repo.path, words: ['morning'], ...more, env });
}

interface View {
  readonly id: string;
  readonly routine: string;
  readonly state: string;
  readonly verdict?: { readonly kind: string } | null;
}

function views(world: PageWorld, ...words: readonly string[]): readonly View[] {
  const { exitCode, stdout, stderr } = world.roundsman(...words, '--json');
  if (exitCode !== 0) throw new Error(stdout + stderr);
  return JSON.parse(stdout);
}

function asks(world: PageWorld): void {
  world.night('ask-owner', {
    asks: {
      told: 'Keep both',
      question: {
        question: 'Keep the old name?',
        options: ['Keep both', 'Drop it'],
        default: 'Drop it',
        why: 'Others import it.',
      },
    },
    out: { 'report.md': report('It stays.') },
  });
}

function finds(world: PageWorld): void {
  world.night('finder', {
    out: {
      'report.md': report('One found.'),
      'findings.jsonl': `${JSON.stringify({ title: HOSTILE, severity: 'high', path: 'src/dates.ts', line: 2 })}\n`,
    },
  });
}

function proposes(world: PageWorld): void {
  world.night(
    'file-items',
    {
      out: {
        'report.md': report('One item.'),
        'proposals.jsonl': `${JSON.stringify({ type: 'file-item', key: 'RM-1', title: 'Amounts lose their sign', body: 'Seen in src/money.ts.', findings: [] })}\n`,
      },
    },
    'workspace: { isolation: private }\noutputs: { file-item: { tracker: local, max: 5 } }\n',
  );
}

function changes(world: PageWorld): void {
  world.night('guide', {
    files: { 'docs/guide.md': '# Guide\n' },
    message: 'Begin a guide',
    out: { 'report.md': report('A guide.') },
  });
}

test('a whole morning: a question, a finding, a proposal and a set, with keys alone', async () => {
  const world = pageWorld();
  asks(world);
  finds(world);
  proposes(world);
  changes(world);
  const main = world.repo.git('rev-parse', 'main');
  const at = walk(world, { early: 'aaaa\raaaa' });
  await at.shows('1 of 4 · question');
  await at.shows('? help');
  at.press('?');
  await at.shows('Press any key to continue.');
  at.press('xa');
  await at.shows('number of an option: ');
  at.press('\u001b');
  await at.shows('nothing was done');
  at.press('a');
  await at.shows('number of an option: ');
  at.press('12\u007f\r');
  await at.shows('answered; the run continues');
  await decidesOnFinding(world, at);
  await approvesWhatIsThere(world, at);
  await landsAndTakesBack(world, at, main);
  expect(await at.ended()).toEqual({ exitCode: 0, wasRestored: true });
  expect(at.all()).toContain('Nothing waits for you.');
  for (const hostile of ['\u001b[2J', '\u001b]', '\u202e']) expect(at.all()).not.toContain(hostile);
  await waitUntil(() => {
    const runs = views(world, 'runs').filter(({ routine }) => routine === 'ask-owner');
    expect(runs).toMatchObject([{ state: 'ended', result: { execution: 'succeeded' } }]);
    return true;
  });
}, 120_000);

async function decidesOnFinding(world: PageWorld, at: OnTerminal): Promise<void> {
  await at.shows('2 of 4 · finding · finder');
  await at.shows('Dates are read twice');
  await at.shows('? help');
  // What comes in one go with the key that does something was for a step that nobody has seen.
  at.press('d\rnot ours\raaaa');
  await at.shows('say it in a few words, or press Esc');
  await at.shows(/dismissed F-/);
  await at.shows('3 of 4 · request');
  at.press('u');
  await at.shows('is as it was before');
  await at.shows('2 of 4 · finding');
  expect(verdicts(world)).toEqual([null]);
  expect(views(world, 'findings', '--all')).toMatchObject([{ state: 'new' }]);
  expect(world.roundsman('findings', '--all').stdout).not.toContain('reopened');
  at.press('d');
  await at.shows('later runs read it: ');
  at.press('not ours\r');
  await at.shows('3 of 4 · request');
  expect(verdicts(world)).toEqual(['dismissed']);
}

function verdicts(world: PageWorld): readonly (string | null)[] {
  return views(world, 'findings', '--all').map(({ verdict }) => verdict?.kind ?? null);
}

async function approvesWhatIsThere(world: PageWorld, at: OnTerminal): Promise<void> {
  await at.shows('? help');
  at.press('o');
  await at.shows('Seen in src/money.ts.');
  await at.shows('? help');
  const [held] = views(world, 'outbox');
  world.roundsman(
    'outbox',
    'edit',
    held?.id ?? '',
    '--title',
    'Amounts below zero lose their sign',
  );
  at.press('a');
  await at.shows('it changed meanwhile: look again');
  await at.shows('Amounts below zero lose their sign');
  await at.shows('? help');
  expect(items(world)).toEqual(['proposed']);
  at.resize(44);
  at.press('n');
  await at.shows('4 of 4');
  await at.shows('? help');
  at.press('p');
  const narrow = await at.shows('q quit');
  const widths = stripVTControlCharacters(narrow)
    .split(/\r*\n/)
    .map(({ length }) => length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(44);
  at.press('a');
  await at.shows(/applied P-/);
  expect(items(world)).toEqual(['open']);
}

function items(world: PageWorld): readonly string[] {
  const states = views(world, 'items', '--all').map(({ state }) => state);
  return states.filter((state) => state !== 'released');
}

async function landsAndTakesBack(world: PageWorld, at: OnTerminal, main: string): Promise<void> {
  await at.shows('4 of 4 · branch');
  await at.shows('q quit');
  at.press('o');
  await at.shows('+# Guide');
  await at.shows('q quit');
  at.press('n');
  await at.shows('that is the last');
  at.press('a');
  await at.shows('landed 1 branch on main');
  expect(world.repo.git('rev-parse', 'main')).not.toBe(main);
  expect(world.repo.git('show', 'main:docs/guide.md')).toBe('# Guide');
}

test('whatever ends the walk gives the terminal back, and what is left stays', async () => {
  const world = pageWorld();
  finds(world);
  const left = '1 step left: roundsman morning';
  const interrupted = walk(world, { env: { NO_COLOR: '1' } });
  await interrupted.shows('? help');
  // In the middle of a word, and with what would decide right behind it.
  interrupted.press('dwhy\u0003\ra');
  await interrupted.shows(left);
  expect(await interrupted.ended()).toEqual({ exitCode: 0, wasRestored: true });
  expect(interrupted.all()).not.toContain('\u001b');
  for (const name of ['TERM', 'HUP'] as const) {
    const signalled = walk(world);
    await signalled.shows('? help');
    signalled.signal(name);
    await signalled.shows(left);
    expect((await signalled.ended()).wasRestored).toBe(true);
  }
  expect(verdicts(world)).toEqual([null]);
  const piped = world.roundsman('morning');
  expect(piped).toMatchObject({ exitCode: 0, stderr: '' });
  expect(piped.stdout).toMatch(/\n {2}F-[0-9a-f]{10} {2}Dates are read twice /);
  expect(piped.stdout).toContain('Decide one by one: roundsman morning\n');
}, 120_000);
