/** The demo's history as one stream for `git fast-import`. Pure; the same instant gives the same commits. */
import { AUTHORS, DEMO_COMMITS, SETUP_COMMIT, type DemoCommit } from './commits.ts';
import type { DemoFile } from './demo-file.ts';
import { DEMO_FILES } from './project.ts';

const DAY_SECONDS = 86_400;
const MARKER = /@(todo|fixme|hack)\b/g;
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
  return [...commits, commitText({ commit: SETUP_COMMIT, number, now, files }), 'done\n'].join('');
}

/** The tree after a commit: the lines that it and its ancestors wrote and did not take out. */
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
  // Some hours apart within the day, so that nothing happens at the same second.
  const hours = (number * 5) % 9;
  const seconds =
    Math.floor(now.getTime() / 1000) - commit.daysAgo * DAY_SECONDS - hours * 3600 - number;
  const when = `${AUTHORS[commit.author]} ${seconds} +0000`;
  const [first, second] = parentsOf(number);
  return [
    'commit refs/heads/main\n',
    `mark :${number}\n`,
    `author ${when}\ncommitter ${when}\n`,
    block(`${commit.subject}\n`),
    first === undefined ? '' : `from :${first}\n`,
    second === undefined ? '' : `merge :${second}\n`,
    'deleteall\n',
    ...Object.entries(files).map(([path, content]) => `M 100644 inline ${path}\n${block(content)}`),
    '\n',
  ].join('');
}

function block(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}
