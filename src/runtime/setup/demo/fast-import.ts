/** The demo's history as one stream for `git fast-import`. Pure; the same instant gives the same commits. */
import { AUTHORS, DEMO_COMMITS, DEMO_TAGS, SETUP_COMMIT, type DemoCommit } from './commits.ts';
import type { DemoFile } from './demo-file.ts';
import { DEMO_FILES } from './project.ts';

const DAY_SECONDS = 86_400;
const MARKER = /@(todo|fixme|hack)\b/g;
const DATE = /\{date:([0-9]{1,2})\}/g;
const LINE = /^([0-9]{2})(?:-([0-9]{2}))?\|(.*)$/;

/**
 * @param setup what the last commit adds, path to content
 */
export function demoHistory(now: Date, setup: Readonly<Record<string, string>>): string {
  const commits = DEMO_COMMITS.map((commit, index) => {
    const number = index + 1;
    return commitText({ commit, number, now, files: filesAt(number) });
  });
  const number = DEMO_COMMITS.length + 1;
  const files = { ...filesAt(DEMO_COMMITS.length), ...setup };
  const last = commitText({ commit: SETUP_COMMIT, number, now, files });
  const tags = Object.entries(DEMO_TAGS).map(
    ([name, tagged]) => `reset refs/tags/${name}\nfrom :${tagged}\n\n`,
  );
  return [...commits, last, ...tags, 'done\n'].join('');
}

/** The tree after a commit: the lines that it and its ancestors wrote and did not take out; dates still to be filled in. */
export function filesAt(number: number): Readonly<Record<string, string>> {
  const seen = ancestorsOf(number);
  const files: Record<string, string> = {};
  for (const file of DEMO_FILES) {
    const content = contentAt(file, seen);
    if (content !== '') files[pathAt(file, seen)] = content;
  }
  return files;
}

function pathAt(file: DemoFile, seen: ReadonlySet<number>): string {
  return file.moved === undefined || seen.has(file.moved.inCommit) ? file.path : file.moved.from;
}

function contentAt(file: DemoFile, seen: ReadonlySet<number>): string {
  const kept: string[] = [];
  for (const line of file.lines.split('\n')) {
    const [, from, until, text = ''] = LINE.exec(line) ?? [];
    if (from === undefined || !seen.has(Number(from))) continue;
    if (until !== undefined && seen.has(Number(until))) continue;
    kept.push(`${text.replace(MARKER, (_whole, word: string) => word.toUpperCase())}\n`);
  }
  return kept.join('');
}

function parentsOf(number: number): readonly number[] {
  const own = DEMO_COMMITS[number - 1]?.parents;
  return own ?? (number <= 1 ? [] : [number - 1]);
}

function ancestorsOf(number: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const open = [number];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...parentsOf(next));
  }
  return seen;
}

interface CommitRequest {
  readonly commit: DemoCommit;
  readonly number: number;
  readonly now: Date;
  readonly files: Readonly<Record<string, string>>;
}

function commitText({ commit, number, now, files }: CommitRequest): string {
  const when = `${AUTHORS[commit.author]} ${secondsOf(commit, number, now)} +0000`;
  const [first, second] = parentsOf(number);
  return [
    'commit refs/heads/main\n',
    `mark :${number}\n`,
    `author ${when}\ncommitter ${when}\n`,
    block(`${commit.subject}\n`),
    first === undefined ? '' : `from :${first}\n`,
    second === undefined ? '' : `merge :${second}\n`,
    'deleteall\n',
    ...Object.entries(files).map(
      ([path, content]) => `M 100644 inline ${path}\n${block(withDates(content, now))}`,
    ),
    '\n',
  ].join('');
}

/** Some hours apart within the day, so that nothing happens at the same second. */
function secondsOf(commit: DemoCommit, number: number, now: Date): number {
  const hours = (number * 5) % 9;
  return Math.floor(now.getTime() / 1000) - commit.daysAgo * DAY_SECONDS - hours * 3600 - number;
}

function withDates(content: string, now: Date): string {
  return content.replace(DATE, (whole, digits: string) => {
    const commit = DEMO_COMMITS[Number(digits) - 1];
    if (commit === undefined) return whole;
    return new Date(secondsOf(commit, Number(digits), now) * 1000).toISOString().slice(0, 10);
  });
}

function block(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}
