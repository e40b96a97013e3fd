/** Findings as a person goes through them at a terminal. */
import { expect, it } from 'vitest';

import { smallWorkspace, type Ran } from '../../kit/workspace.ts';

const NOTES = `// TODO: cache the parsed query
const a = 1;
// FIXME: this leaks a listener
const b = 2;
`;

it('are listed, decided on, brought back and told apart', () => {
  const workspace = smallWorkspace();
  const { repo } = workspace;
  const roundsman = (...args: readonly string[]): Ran => workspace.roundsman(...args);
  const say = (...args: readonly string[]): string => {
    const { stdout, stderr } = roundsman(...args);
    return `${stdout}${stderr}`;
  };
  repo.commit({ files: { 'src/extra.ts': NOTES } });
  roundsman('init');
  const sweep = ['run', 'todo-sweep', '--set', 'collect.todos.older-than=0d', '--json'];
  expect(JSON.parse(roundsman(...sweep).stdout).quiet).toBe(false);
  expect(JSON.parse(roundsman(...sweep).stdout).quiet).toBe(true);

  const listed: { id: string; title: string }[] = JSON.parse(
    roundsman('findings', '--json').stdout,
  );
  const [cache, leak] = ['TODO', 'FIXME'].map(
    (word) => listed.find(({ title }) => title.startsWith(word))?.id ?? '',
  );
  expect([cache, leak]).toEqual([expect.stringMatching(/^F-/), expect.stringMatching(/^F-/)]);
  if (cache === undefined || leak === undefined) return;

  expect(say('findings', 'dismiss', leak)).toBe(
    'error: a dismissal needs a reason: later runs and people read it\nhint: Add --reason "…".\n',
  );
  expect(say('findings', 'dismiss', leak, '--reason', 'meant so')).toBe(
    `dismissed ${leak}  FIXME: this leaks a listener\n`,
  );
  expect(say('findings', 'snooze', cache, '--until', '2099-01-02')).toBe(
    `snoozed until 2099-01-02 ${cache}  TODO: cache the parsed query\n`,
  );
  expect(say('findings')).toBe(
    'Nothing open. `roundsman findings --all` shows the resolved and quiet ones.\n',
  );
  expect(say('findings', '--state', 'dismissed')).toContain(leak);
  expect(say('findings', '--state', 'dismissed')).not.toContain(cache);
  expect(say('findings', '--state', 'strange')).toContain(
    'error: --state strange is none of the words it takes\n',
  );

  expect(say('findings', 'reopen', leak)).toBe(`reopened ${leak}  FIXME: this leaks a listener\n`);
  expect(say('findings', 'reopen', leak)).toBe(
    `error: ${leak} has no verdict that could be taken back\nhint: See what happened to it: roundsman findings show ${leak}\n`,
  );
  expect(say('findings', 'show', leak)).toContain('dismissed by ');
  expect(say('findings', 'show', leak.slice(2, 8))).toContain(`${leak}  FIXME`);
  expect(say('findings', 'show', 'nope')).toBe(
    'error: no finding matches "nope"\nhint: `roundsman findings --all` lists them.\n',
  );

  repo.commit({
    files: { 'src/extra.ts': NOTES.replace('a listener', 'a listener each time it is called') },
  });
  roundsman(...sweep);
  const parts = JSON.parse(roundsman('findings', 'split', leak, '--json').stdout);
  expect(parts).toMatchObject([
    { id: leak, title: 'FIXME: this leaks a listener' },
    { title: 'FIXME: this leaks a listener each time it is called', verdict: null },
  ]);
  expect(say('findings', 'split', leak)).toContain(
    `error: ${leak} was never reported in another wording or place: there is nothing to tell apart\n`,
  );
});
