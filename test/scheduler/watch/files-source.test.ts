import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { filesSource } from '../../../src/scheduler/watch/files-source.ts';
import type { ScheduledRoutine } from '../../../src/words/scheduled-routine.ts';
import type { FilesTrigger } from '../../../src/words/trigger.ts';
import { listening } from '../../kit/event-intake.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import { payloadOf, watching, type Watching } from '../../kit/watching.ts';

function onFiles(change: Partial<FilesTrigger> = {}): FilesTrigger {
  return { kind: 'files', paths: ['docs/**'], debounceMs: 0, ...change };
}

interface Followed extends Watching {
  readonly look: () => Promise<void>;
  readonly follow: (...routines: readonly ScheduledRoutine[]) => Promise<void>;
}

async function following(
  repo: GitRepo,
  ...routines: readonly ScheduledRoutine[]
): Promise<Followed> {
  const own = watching(repo);
  const source = filesSource(own.parts);
  onTestFinished(async () => source.close());
  await source.follow(routines);
  return {
    ...own,
    look: async () => source.look(),
    follow: async (...next) => source.follow(next),
  };
}

/** Of the events' payloads, all together. */
function pathsOf({ events }: Watching): readonly string[] {
  return events.flatMap((event) => z.array(z.string()).parse(payloadOf(event)));
}

test('files that change, come and go are told together, as a list of paths', async () => {
  const repo = gitRepo({ 'docs/a.md': '1', 'docs/b.md': '1', 'src/a.ts': '1' });
  const own = await following(repo, listening('check', onFiles()));
  repo.write('docs/a.md', 'longer');
  repo.write('docs/deep/new.md', '1');
  repo.write('src/a.ts', 'longer');
  rmSync(join(repo.path, 'docs/b.md'));
  const paths = await waitUntil(() => {
    const told = pathsOf(own);
    return told.length >= 3 ? told : null;
  });
  expect([...new Set(paths)].toSorted()).toEqual(['docs/a.md', 'docs/b.md', 'docs/deep/new.md']);
  expect(own.events.map(({ kind }) => kind)).toContain('files');
});

test('a file in a folder that was empty is noticed', async () => {
  const repo = gitRepo({ 'docs/a.md': '1' });
  const own = await following(repo, listening('check', onFiles({ paths: ['*.md'] })));
  mkdirSync(join(repo.path, 'notes/today'), { recursive: true });
  await own.look();
  repo.write('notes/today/x.md', '1');
  expect(await waitUntil(() => (own.events.length > 0 ? pathsOf(own) : null))).toEqual([
    'notes/today/x.md',
  ]);
});

test('it waits until it has been quiet, and tells of all of it then', async () => {
  const repo = gitRepo({ 'docs/a.md': '1' });
  const { events, news, look } = await following(
    repo,
    listening('patient', onFiles({ debounceMs: 3_600_000 })),
    listening('quick', onFiles()),
  );
  repo.write('docs/a.md', 'longer');
  await look();
  repo.write('docs/b.md', '1');
  await look();
  expect(events.map((event) => ('routine' in event ? event.routine : ''))).not.toContain('patient');
  expect(news().map((line) => line.replace(/ \S+:/, ':'))).toEqual([
    'quick: docs/a.md changed',
    'quick: docs/b.md changed',
  ]);
});

test('what git ignores, what is in .git and our own reports do not count', async () => {
  const repo = gitRepo({ '.gitignore': 'build/\n', 'a.txt': '1' });
  const { news, look } = await following(repo, listening('check', onFiles({ paths: ['**'] })));
  repo.write('build/out.txt', '1');
  repo.write('reports/sweep/latest.md', '1');
  repo.git('tag', 'x');
  await look();
  expect(news()).toEqual([]);
});

test('patterns are those of gitignore, with what is taken back', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const trigger = onFiles({ paths: ['*.md', 'conf/', '!draft.md'] });
  const own = await following(repo, listening('check', trigger));
  for (const path of ['x/y.md', 'draft.md', 'conf/a/b', 'other.txt']) repo.write(path, '1');
  await own.look();
  await own.look();
  expect(pathsOf(own).toSorted()).toEqual(['conf/a/b', 'x/y.md']);
});

test('a list of very many paths is cut, and the summary has their number', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const own = await following(repo, listening('check', onFiles()));
  for (let index = 0; index < 250; index += 1) repo.write(`docs/${1000 + index}.md`, '1');
  const seen = await waitUntil(() => (own.events.length > 0 ? own.events : null));
  const told = pathsOf(own);
  expect(told.length).toBeLessThanOrEqual(200 * seen.length);
  expect(seen[0]?.summary).toMatch(/^docs\/1\d+\.md( and \d+ other files?)? changed$/);
});

test('files of patterns that are followed only now are not new, and what waits is kept', async () => {
  const repo = gitRepo({ 'docs/a.md': '1', 'src/a.ts': '1' });
  const waiting = listening('patient', onFiles({ debounceMs: 3_600_000 }));
  const { news, look, follow } = await following(repo, waiting);
  repo.write('docs/a.md', 'longer');
  await follow(waiting, listening('check', onFiles({ paths: ['src/**'] })));
  await look();
  expect(news()).toEqual([]);
  repo.write('src/a.ts', 'longer');
  await look();
  expect(news()).toEqual([expect.stringMatching(/^check \S+: src\/a\.ts changed$/)]);
});

test('what was not taken in is told again', async () => {
  const repo = gitRepo({ 'docs/a.md': '1' });
  const { news, look, refuse } = await following(repo, listening('check', onFiles()));
  refuse('the disk is full');
  repo.write('docs/a.md', 'longer');
  await expect(look()).rejects.toThrow('the disk is full');
  refuse(null);
  await look();
  expect(news()).toEqual([expect.stringContaining('docs/a.md changed')]);
});

test('nothing is watched for routines that are off', async () => {
  const repo = gitRepo({ 'docs/a.md': '1' });
  const { news, look } = await following(repo, { ...listening('off', onFiles()), enabled: false });
  repo.write('docs/a.md', 'longer');
  await look();
  expect(news()).toEqual([]);
});
