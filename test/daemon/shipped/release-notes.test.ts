/**
 * The changelogs that libraries published, against the changes of their files from version to version: needs the npm
 * registry. A package holds no messages, no tests and no history, so that entries can rest on changed files alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import {
  collectReleaseNotes,
  type ReleaseNotesRule,
} from '../../../src/collectors/release-notes/collect-release-notes.ts';
import type { ReleaseNotesFacts } from '../../../src/words/facts.ts';
import { collectRequest, commitId } from '../../kit/collect-request.ts';
import { headingOf, publishedHistory, type PublishedHistory } from '../../kit/published-history.ts';
import { INVENTED_ENTRIES } from '../../kit/release-changes.ts';

interface Library {
  readonly name: string;
  readonly line: RegExp;
  readonly path: string;
  /** Share of its real entries that changed files back: what was measured, less a margin. */
  readonly least: number;
}

const LIBRARIES: readonly Library[] = [
  { name: 'qs', line: /^6\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.5 },
  { name: 'commander', line: /^[567]\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.5 },
  { name: 'finalhandler', line: /^1\.\d+\.\d+$/, path: 'HISTORY.md', least: 0.5 },
  { name: 'helmet', line: /^[5-8]\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.5 },
  { name: 'nodemailer', line: /^[67]\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.4 },
  { name: 'knex', line: /^3\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.3 },
  { name: 'yargs', line: /^16\.\d+\.\d+$/, path: 'CHANGELOG.md', least: 0.25 },
];
const VERSIONS = 9;

const table: string[] = [];
const sums = { entries: 0, backed: 0, planted: 0, found: 0 };

function rule(path: string, from: string, to: string): ReleaseNotesRule {
  return {
    kind: 'release-notes',
    path,
    form: 'auto',
    range: { kind: 'given', from, to },
    tags: '*',
    types: ['feat', 'fix', 'perf', 'revert', 'security', 'deprecate', 'remove'],
    exclude: [],
  };
}

async function check(
  { repo, commits }: PublishedHistory,
  path: string,
  [from, to]: readonly [string, string],
): Promise<ReleaseNotesFacts> {
  const base = commitId(commits.at(-1) ?? '');
  return collectReleaseNotes(collectRequest(repo.path, rule(path, from, to), { base }));
}

/** The notes of a version with one thing changed, committed in its place. */
async function replanted(
  history: PublishedHistory,
  path: string,
  { at, edit }: { readonly at: number; readonly edit: (notes: string) => string },
): Promise<ReleaseNotesFacts> {
  const { repo, commits, versions } = history;
  const tag = `v${versions[at] ?? ''}`;
  repo.git('checkout', '--quiet', '--detach', commits[at - 1] ?? '');
  repo.git('read-tree', '-u', '--reset', commits[at] ?? '');
  const file = join(repo.path, path);
  repo.write(path, edit(readFileSync(file, 'utf8')));
  const date = repo.git('log', '-1', '--format=%cI', commits[at] ?? '');
  const sha = repo.commit({ message: versions[at] ?? '', date });
  repo.git('tag', '--force', tag, sha);
  try {
    return await check({ ...history, commits: [sha] }, path, [`v${versions[at - 1] ?? ''}`, tag]);
  } finally {
    repo.git('tag', '--force', tag, commits[at] ?? '');
  }
}

/** The newest version that is new in its notes, with its heading's line. */
async function newestWithHeading(
  history: PublishedHistory,
  path: string,
): Promise<{ readonly at: number; readonly version: string; readonly heading: string }> {
  const { versions, commits, repo } = history;
  for (let at = versions.length - 1; at > 0; at -= 1) {
    const version = versions[at] ?? '';
    const facts = await check(history, path, [`v${versions[at - 1] ?? ''}`, `v${version}`]);
    const heading = headingOf(repo.git('show', `${commits[at] ?? ''}:${path}`), version);
    if (heading !== null && facts.items.some((item) => item.version === version)) {
      return { at, version, heading };
    }
  }
  throw new TypeError('no version has a heading');
}

/** Puts a line before the first bullet of the newest version. */
function withEntry(notes: string, version: string, entry: string): string {
  const lines = notes.split('\n');
  const heading = lines.findIndex((line) => line.includes(version));
  const bullet = lines.findIndex((line, index) => index > heading && /^\s*[-*]\s/.test(line));
  const mark = /^\s*[-*]\s+/.exec(lines[bullet] ?? '')?.[0] ?? '- ';
  return [...lines.slice(0, bullet), `${mark}${entry}`, ...lines.slice(bullet)].join('\n');
}

test.each(LIBRARIES)(
  '$name: its entries rest on its files, and what is planted is found',
  { timeout: 600_000 },
  async ({ name, line, path, least }) => {
    const history = publishedHistory({ name, line, path, count: VERSIONS });
    const { versions } = history;
    expect(versions.length).toBeGreaterThanOrEqual(7);
    const missed: string[] = [];
    let entries = 0;
    let backed = 0;
    let problems = 0;
    for (let at = 1; at < versions.length; at += 1) {
      const version = versions[at] ?? '';
      const facts = await check(history, path, [`v${versions[at - 1] ?? ''}`, `v${version}`]);
      entries += facts.items.length;
      backed += facts.items.filter((item) => item.backed).length;
      problems += facts.problems.length;
      if (!facts.items.some((item) => item.version === version)) continue;
      const invented = INVENTED_ENTRIES[at % INVENTED_ENTRIES.length] ?? '';
      const planted = await replanted(history, path, {
        at,
        edit: (notes) => withEntry(notes, version, invented),
      });
      sums.planted += 1;
      if (planted.items.some((item) => item.entry === invented && !item.backed)) sums.found += 1;
      else missed.push(`${version}: ${invented}`);
    }
    table.push([name, versions.length, entries, backed, entries - backed, problems].join(' | '));
    sums.entries += entries;
    sums.backed += backed;
    expect(missed).toEqual([]);
    expect(backed / entries).toBeGreaterThanOrEqual(least);

    const newest = await newestWithHeading(history, path);
    const { at, version, heading } = newest;
    const replaced = async (text: string): Promise<readonly string[]> => {
      const facts = await replanted(history, path, {
        at,
        edit: (notes) => notes.replace(heading, text),
      });
      return facts.problems.map(({ code }) => code);
    };
    const next = version.replace(/\d+$/, (last) => String(Number(last) + 40));
    expect(await replaced(heading.replaceAll(version, next))).toContain('version-mismatch');
    expect(await replaced('')).toContain('version-missing');
    const otherYear = heading.replace(/\d{4}(?=-\d\d-\d\d)/, (year) => String(Number(year) - 1));
    // Where the heading has no such date, nothing changes and nothing is wrong with it.
    expect((await replaced(otherYear)).includes('date-wrong')).toBe(otherYear !== heading);
  },
);

afterAll(() => {
  const rate = Math.round((100 * sums.backed) / sums.entries);
  process.stdout.write(
    `library | versions | entries | backed | unbacked | problems\n${table.join('\n')}\n${sums.entries} entries, ${rate} % backed by files alone; ${sums.found} of ${sums.planted} invented entries found\n`,
  );
});
