/** The demo's history as one stream for `git fast-import`. Pure; the same instant gives the same commits. */
import type { DemoFile } from './project-documents.ts';
import { DEMO_FILES } from './project.ts';

const AUTHORS = {
  maya: 'Maya Lindqvist <maya@harbour.example>',
  jonas: 'Jonas Okafor <jonas@harbour.example>',
  priya: 'Priya Raman <priya@harbour.example>',
  sam: 'Sam Whitfield <sam@harbour.example>',
} as const;

export const DEMO_COMMITS: readonly DemoCommit[] = [
  { daysAgo: 412, author: 'maya', subject: 'Start the parcel tracker' },
  { daysAgo: 409, author: 'maya', subject: 'Read a parcel from a line of the feed' },
  { daysAgo: 405, author: 'jonas', subject: 'Estimate when a parcel arrives' },
  { daysAgo: 398, author: 'jonas', subject: 'Test the estimate' },
  { daysAgo: 390, author: 'maya', subject: 'Keep parcels in memory' },
  { daysAgo: 377, author: 'maya', subject: 'Answer GET /parcels/:id' },
  { daysAgo: 361, author: 'priya', subject: 'Tell the customer by mail' },
  { daysAgo: 349, author: 'priya', subject: 'Import carriers from the yearly sheet' },
  { daysAgo: 333, author: 'jonas', subject: 'Round the estimate to whole hours' },
  { daysAgo: 318, author: 'maya', subject: 'Refuse parcels without a postcode' },
  { daysAgo: 301, author: 'sam', subject: 'Describe how it is operated' },
  { daysAgo: 287, author: 'sam', subject: 'Say what a line of the log holds' },
  { daysAgo: 268, author: 'priya', subject: 'Give up after three bounces' },
  { daysAgo: 249, author: 'jonas', subject: 'Take weekends into account' },
  { daysAgo: 231, author: 'maya', subject: 'List the parcels of a customer' },
  { daysAgo: 214, author: 'sam', subject: 'Bring in a small queue' },
  { daysAgo: 203, author: 'priya', subject: 'Queue mails instead of sending them at once' },
  { daysAgo: 188, author: 'jonas', subject: 'Format distances in kilometres' },
  { daysAgo: 172, author: 'maya', subject: 'Move the routes to src/http' },
  { daysAgo: 159, author: 'sam', subject: 'Answer health checks' },
  { daysAgo: 146, author: 'priya', subject: 'Skip carriers without a contract' },
  { daysAgo: 131, author: 'jonas', subject: 'Cache estimates for ten minutes' },
  { daysAgo: 118, author: 'maya', subject: 'Drop the old feed format' },
  { daysAgo: 104, author: 'priya', subject: "Write mails in the customer's language" },
  { daysAgo: 101, author: 'priya', subject: 'Say where the texts are' },
  { daysAgo: 99, author: 'maya', subject: 'Check the id of a parcel', parents: [23] },
  { daysAgo: 96, author: 'maya', subject: "Merge branch 'mail-language'", parents: [26, 25] },
  { daysAgo: 83, author: 'sam', subject: 'Note how to rotate the feed key' },
  { daysAgo: 71, author: 'jonas', subject: 'Estimate by carrier' },
  { daysAgo: 62, author: 'maya', subject: 'Limit requests per customer' },
  { daysAgo: 51, author: 'priya', subject: 'Import carriers twice a year' },
  { daysAgo: 43, author: 'sam', subject: 'Name carriers with a bad speed' },
  { daysAgo: 36, author: 'jonas', subject: 'Show the estimate as a range' },
  { daysAgo: 27, author: 'maya', subject: 'Give the list of parcels in pages' },
  { daysAgo: 19, author: 'priya', subject: 'Ask before the third mail' },
  { daysAgo: 14, author: 'jonas', subject: 'Test parcels sent on a Sunday' },
  { daysAgo: 9, author: 'sam', subject: 'Explain the alarms' },
  { daysAgo: 6, author: 'maya', subject: 'Close the store on shutdown' },
  { daysAgo: 3, author: 'jonas', subject: 'Name the unit of the estimate' },
];

/** Releases, by the number of their commit. */
const DEMO_TAGS: Readonly<Record<string, number>> = {
  'v1.0.0': 14,
  'v1.1.0': 27,
  'v1.2.0': 32,
};

/** The last commit brings Roundsman in. */
const SETUP_COMMIT: DemoCommit = {
  daysAgo: 1,
  author: 'maya',
  subject: 'Let Roundsman make its rounds',
};

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

// The commits of the demo's repository, oldest first; the first is number 1.

interface DemoCommit {
  readonly daysAgo: number;
  readonly author: keyof typeof AUTHORS;
  readonly subject: string;
  /** Numbers of the commits it stands on; the one before it, when nothing is said. */
  readonly parents?: readonly number[];
}
