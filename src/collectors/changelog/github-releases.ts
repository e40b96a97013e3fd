/** Bodies of GitHub releases: the API's JSON, or a file a tag. Pure. */
import type { ChangelogEntry, ChangelogRelease } from '../../words/changelog.ts';
import { oneLine } from '../../words/text.ts';
import { readBlockEntries } from './block-entries.ts';
import { findReferences, homeOf, isBreakingEntry } from './entry-marks.ts';
import { readNotesLines } from './notes-lines.ts';
import { readReleases, type NotesText } from './release-blocks.ts';
import { readReleaseHeading } from './release-heading.ts';

/** `v1.2.0.md`, `releases/pkg@1.2.0.md`; `null` when the name is not a tag. */
export function tagOfPath(path: string): string | null {
  const name = /(?:^|\/)([^/]+)\.(?:md|markdown|txt)$/i.exec(path)?.[1] ?? '';
  return /\d/.test(name) && readReleaseHeading(name)?.certainty === 'sure' ? name : null;
}

/** Newest first as the files have it; a file that holds none gives none. */
export function readGithubReleases(file: NotesText): readonly ChangelogRelease[] {
  if (/\.jsonl?$/i.test(file.path)) return readJson(file);
  const tag = tagOfPath(file.path);
  if (tag === null) return readReleases(file);
  const inside = readReleases(file);
  const version = readReleaseHeading(tag)?.version ?? null;
  if (inside.some((release) => release.version === version)) return inside;
  const end = Math.max(1, file.text.trimEnd().split('\n').length);
  const body = { text: file.text, home: homeOf(file.text) };
  return [releaseOf({ tag, title: tag, date: null, path: file.path, line: 1, end }, body)];
}

interface ReleaseParts {
  readonly tag: string;
  readonly title: string;
  readonly date: string | null;
  readonly path: string;
  readonly line: number;
  readonly end: number;
}

/** @param body `at`: the line that every entry stands on, where the text is one line of JSON */
function releaseOf(
  { tag, title, date, path, line, end }: ReleaseParts,
  body: { readonly text: string; readonly home: string | null; readonly at?: number },
): ChangelogRelease {
  const heading = readReleaseHeading(tag);
  const entries = readBlockEntries(readNotesLines(body.text, 'markdown'), false).map(
    (entry): ChangelogEntry => ({
      ...entry,
      line: body.at ?? entry.line,
      end: body.at ?? entry.end,
      breaking: isBreakingEntry(entry.text, entry.section),
      references: findReferences(entry.text, body.home),
      path,
    }),
  );
  return {
    version: heading?.version ?? null,
    title: oneLine(title, 300),
    ...(heading === null || heading.package === null ? {} : { package: heading.package }),
    date,
    badDate: null,
    yanked: false,
    path,
    line,
    end,
    entries,
  };
}

function readJson({ path, text }: NotesText): readonly ChangelogRelease[] {
  const finder = new PlaceFinder(text);
  const home = homeOf(text);
  return jsonValues(text).flatMap((value) => {
    const tag = field(value, 'tag_name');
    if (tag === null) return [];
    const line = finder.lineOf('tag_name', tag);
    const body = field(value, 'body') ?? '';
    const at = finder.lineOf('body', body);
    const draft = isRecord(value) && value['draft'] === true;
    const published = draft ? null : (field(value, 'published_at') ?? field(value, 'created_at'));
    const date =
      published !== null && /^\d{4}-\d{2}-\d{2}/.test(published) ? published.slice(0, 10) : null;
    const parts = { tag, title: field(value, 'name') || tag, date, path, line };
    const release = releaseOf({ ...parts, end: Math.max(line, at) }, { text: body, home, at });
    return [draft ? { ...release, version: null } : release];
  });
}

/** One list, one object, or an object a line. Text that is not JSON holds none. */
function jsonValues(text: string): readonly unknown[] {
  const whole = parseJson(text);
  if (Array.isArray(whole)) return whole;
  if (whole !== undefined) return [whole];
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.trimEnd().endsWith('}'))
    .flatMap((line) => parseJson(line) ?? []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function field(value: unknown, name: string): string | null {
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : null;
}

/** Lines on which values of a JSON text stand, asked for in the order of the text. */
class PlaceFinder {
  readonly #text: string;
  readonly #from = new Map<string, number>();
  #counted = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of the key's next use with that value; of the last place found, where it is written otherwise. */
  lineOf(key: string, value: string): number {
    const quoted = JSON.stringify(value)
      .slice(0, 60)
      .replace(/\\[^"]?$|"$/, '');
    const name = `"${key}"`;
    let at = this.#text.indexOf(name, this.#from.get(key) ?? 0);
    for (let tries = 0; at !== -1 && tries < 20; tries += 1) {
      this.#from.set(key, at + name.length);
      const rest = this.#text.slice(at + name.length, at + name.length + 80);
      if (rest.replace(/^\s*:\s*/, '').startsWith(quoted)) break;
      at = this.#text.indexOf(name, at + name.length);
    }
    return at === -1 ? this.#line : this.#lineAt(at);
  }

  #lineAt(offset: number): number {
    if (offset < this.#counted) {
      this.#counted = 0;
      this.#line = 1;
    }
    for (let next = this.#text.indexOf('\n', this.#counted); next !== -1 && next < offset;) {
      this.#line += 1;
      this.#counted = next + 1;
      next = this.#text.indexOf('\n', this.#counted);
    }
    return this.#line;
  }
}
