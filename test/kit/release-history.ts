/** Histories of releases with their notes, written into real git by one `fast-import`. */
import { execFileSync } from 'node:child_process';

import { gitRepo, type GitRepo } from './git-repo.ts';
import { SILENT_CHANGES, type ProductChange } from './release-changes.ts';

export type CommitStyle = 'conventional' | 'free' | 'squash' | 'merge';
export type NotesForm = 'keep-a-changelog' | 'headings' | 'github' | 'changesets';

export interface NotedChange extends ProductChange {
  /** Number of its pull request. */
  readonly number: number;
  /** It breaks something, and says so in the commit. */
  readonly breaking?: string;
  /** It breaks something, says so in a sentence of its body, and has no mark. */
  readonly says?: string;
  /** The entry says so too. */
  readonly marked?: boolean;
  /** No commit for it: it stands in the notes only. */
  readonly invented?: boolean;
  /** The same entry a second time; no commit for it. */
  readonly copied?: boolean;
  /** No entry for it. */
  readonly untold?: boolean;
  /** Taken back by a later commit. */
  readonly reverted?: boolean;
  /** What the commit says in place of its own words. */
  readonly subject?: string;
}

export interface HistoryRelease {
  /** In the heading. */
  readonly heading: string | null;
  /** In the tag and the manifest, when another. */
  readonly version: string;
  /** In the heading; `null`: none. */
  readonly date: string | null;
  /** When it was tagged. */
  readonly day: string;
  readonly changes: readonly NotedChange[];
}

export interface ReleaseHistory {
  readonly style: CommitStyle;
  readonly form: NotesForm;
  /** Oldest first; the last one is the range. */
  readonly releases: readonly HistoryRelease[];
  /** Changes the lines of the written notes before they are stored. */
  readonly edit?: (notes: string) => string;
}

export interface BuiltHistory {
  readonly repo: GitRepo;
  readonly from: string;
  readonly to: string;
}

const DAY = 86_400_000;

export function buildHistory(history: ReleaseHistory): BuiltHistory {
  const repo = gitRepo();
  const stream = new ImportStream();
  stream.commit({
    message: 'Begin',
    at: dayBefore(history.releases[0]?.day ?? '', 30),
    files: { 'package.json': manifest('0.9.0'), 'src/main.js': 'start();\n' },
  });
  history.releases.forEach((release, index) => {
    const before = history.releases[index - 1]?.day ?? dayBefore(release.day, 20).slice(0, 10);
    writeRelease(stream, { history, release, index, before });
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.path, input: stream.text() });
  const last = history.releases.at(-1);
  const first = history.releases.at(-2);
  return { repo, from: `v${first?.version ?? ''}`, to: `v${last?.version ?? ''}` };
}

/** How an entry stands in the notes of this style. */
export function entryLine(change: NotedChange, style: CommitStyle): string {
  const mark = change.marked === true ? '**Breaking:** ' : '';
  const number =
    style === 'squash' || (style === 'merge' && change.number % 2 === 0)
      ? ` (#${change.number})`
      : '';
  return `${mark}${change.entry}${change.invented === true ? '' : number}`;
}

/** The subject that tells of a change in this style. */
export function subjectOf(change: NotedChange, style: CommitStyle): string {
  const words = change.subject ?? change.commit;
  const bang = change.breaking === undefined ? '' : '!';
  if (style === 'conventional') return `${change.type}(${change.scope})${bang}: ${words}`;
  const sentence = freeSentence(change, words);
  return style === 'squash' ? `${sentence} (#${change.number})` : sentence;
}

function freeSentence({ type, subject }: NotedChange, words: string): string {
  const upper = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
  return type === 'fix' && subject === undefined ? `Fix: ${words}` : upper;
}

interface ReleaseAt {
  readonly history: ReleaseHistory;
  readonly release: HistoryRelease;
  readonly index: number;
  readonly before: string;
}

function writeRelease(stream: ImportStream, { history, release, index, before }: ReleaseAt): void {
  const { style, form, releases } = history;
  const made = release.changes.filter(
    ({ invented, copied }) => invented !== true && copied !== true,
  );
  const start = Date.parse(`${before}T12:00:00Z`);
  const step =
    (Date.parse(`${release.day}T08:00:00Z`) - start) / (made.length + SILENT_CHANGES.length + 2);
  let at = start;
  const next = (): string => new Date((at += step)).toISOString();
  made.forEach((change, place) => {
    const body = change.breaking === undefined ? '' : `\n\nBREAKING CHANGE: ${change.breaking}`;
    const says = change.says === undefined ? '' : `\n\n${change.says}`;
    const message = `${subjectOf(change, style)}${says}${body}`;
    const pending =
      form === 'changesets' && index === releases.length - 1 && change.untold !== true;
    const files = {
      [change.path]: `${change.code}\n// ${index}\n`,
      ...(pending ? { [`.changeset/calm-${change.number}.md`]: changeset(change, style) } : {}),
    };
    if (style === 'merge')
      stream.merge({
        message,
        number: change.number,
        branch: `${change.scope}-${change.number}`,
        at: next(),
        files,
      });
    else stream.commit({ message, at: next(), files });
    const silent = SILENT_CHANGES[place];
    if (silent !== undefined) {
      const subject = style === 'conventional' ? `${silent.type}: ${silent.commit}` : silent.commit;
      stream.commit({ message: subject, at: next(), files: { [silent.path]: `${index}\n` } });
    }
  });
  for (const change of made.filter(({ reverted }) => reverted === true)) {
    stream.commit({
      message: `Revert "${subjectOf(change, style)}"`,
      at: next(),
      files: { [change.path]: `// back ${index}\n` },
    });
  }
  const pendingInvented = release.changes.filter(({ invented }) => invented === true);
  const isLast = index === releases.length - 1;
  const notes =
    form === 'changesets' && isLast
      ? Object.fromEntries(
          pendingInvented.map((change) => [
            `.changeset/calm-${change.number}.md`,
            changeset(change, style),
          ]),
        )
      : { [notesPath(form)]: notesText(history, index) };
  stream.commit({
    message:
      style === 'conventional'
        ? `chore(release): ${release.version}`
        : `Release ${release.version}`,
    at: `${release.day}T10:00:00Z`,
    files: { ...notes, 'package.json': manifest(release.version) },
  });
  stream.tag(`v${release.version}`);
}

function notesPath(form: NotesForm): string {
  return form === 'github' ? 'releases.json' : 'CHANGELOG.md';
}

function notesText(history: ReleaseHistory, upTo: number): string {
  const { form, style, edit } = history;
  const releases = history.releases
    .slice(0, upTo + 1)
    .filter(({ heading }) => heading !== null)
    .toReversed();
  const text =
    form === 'github'
      ? `${JSON.stringify(
          releases.map((release) => githubRelease(release, style)),
          null,
          2,
        )}\n`
      : [
          '# Changelog\n',
          ...(form === 'keep-a-changelog' ? ['## [Unreleased]\n'] : []),
          ...releases.map((release) => releaseSection(release, { form, style })),
        ].join('\n');
  return upTo === history.releases.length - 1 && edit !== undefined ? edit(text) : text;
}

function releaseSection(
  { heading, date, changes }: HistoryRelease,
  { form, style }: { readonly form: NotesForm; readonly style: CommitStyle },
): string {
  const told = changes.filter(({ untold }) => untold !== true);
  if (form === 'headings') {
    const title = date === null ? heading : `${heading} / ${date}`;
    return `${title}\n==================\n\n${told.map((change) => ` * ${entryLine(change, style)}`).join('\n')}\n`;
  }
  const title = date === null ? `## [${heading}]` : `## [${heading}] - ${date}`;
  return `${title}\n\n${sections(told, style)}\n`;
}

function sections(changes: readonly NotedChange[], style: CommitStyle): string {
  const part = (name: string, of: readonly NotedChange[]): string =>
    of.length === 0
      ? ''
      : `### ${name}\n\n${of.map((change) => `- ${entryLine(change, style)}`).join('\n')}\n`;
  return [
    part(
      'Added',
      changes.filter(({ type }) => type === 'feat'),
    ),
    part(
      'Changed',
      changes.filter(({ type }) => type === 'perf'),
    ),
    part(
      'Fixed',
      changes.filter(({ type }) => type === 'fix'),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function githubRelease({ heading, date, changes }: HistoryRelease, style: CommitStyle): unknown {
  return {
    tag_name: `v${heading}`,
    name: `v${heading}`,
    ...(date === null ? {} : { published_at: `${date}T11:00:00Z` }),
    body: sections(
      changes.filter(({ untold }) => untold !== true),
      style,
    ),
  };
}

function changeset(change: NotedChange, style: CommitStyle): string {
  const bump = change.marked === true ? 'major' : change.type === 'feat' ? 'minor' : 'patch';
  return `---\n"product": ${bump}\n---\n\n${entryLine(change, style)}\n`;
}

function manifest(version: string): string {
  return `${JSON.stringify({ name: 'product', version }, null, 2)}\n`;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString();
}

interface StreamCommit {
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The input of `git fast-import`; commits are called by marks. */
class ImportStream {
  private readonly parts: string[] = [];
  private mark = 0;
  private head = 0;

  text(): string {
    return this.parts.join('');
  }

  commit(commit: StreamCommit): void {
    this.head = this.write('refs/heads/main', commit, this.head === 0 ? [] : [this.head]);
  }

  /** A branch of one commit, and its merge the way GitHub words it. */
  merge({
    number,
    branch,
    ...commit
  }: StreamCommit & { readonly number: number; readonly branch: string }): void {
    const part = this.write(`refs/heads/side/${number}-${this.mark}`, commit, [this.head]);
    const message = `Merge pull request #${number} from ada/${branch}\n\n${commit.message}`;
    this.head = this.write('refs/heads/main', { ...commit, message }, [this.head, part]);
  }

  tag(name: string): void {
    this.parts.push(`reset refs/tags/${name}\nfrom :${this.head}\n\n`);
  }

  private write(
    ref: string,
    { message, at, files }: StreamCommit,
    parents: readonly number[],
  ): number {
    this.mark += 1;
    const who = `Ada Example <ada@example.com> ${Math.floor(Date.parse(at) / 1000)} +0000`;
    const [first, second] = parents;
    this.parts.push(
      `commit ${ref}\nmark :${this.mark}\nauthor ${who}\ncommitter ${who}\n${data(message)}`,
      first === undefined ? '' : `from :${first}\n`,
      second === undefined ? '' : `merge :${second}\n`,
      ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
      '\n',
    );
    return this.mark;
  }
}

function data(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}
