/**
 * Puts entries into a changelog, in the file's own manner. Lines are only ever inserted: every byte that was there
 * stays, in its order. Doing it again on the result inserts nothing. Pure.
 */
import { compareVersions } from '../../../../words/version-order.ts';
import { readReleaseHeading } from '../../../changelog/release-heading.ts';
import { nameOfSection, USUAL_ORDER, type Category } from './category.ts';
import { insertLines, type Insertion } from './file-lines.ts';
import { inMood } from './moods.ts';
import { newSection, usesSections } from './new-section.ts';
import { learnStyle, type NotesStyle } from './notes-style.ts';
import {
  chooseRelease,
  type EndOfRange,
  readOutline,
  type Outline,
  type OutlineRelease,
} from './outline.ts';
import { placeEntries } from './place-entries.ts';
import { defineNumbers } from './references.ts';
import { type Drafted, wordEntry, type Unmentioned, plainWords, writeEntry } from './word-entry.ts';

export interface EditRequest {
  readonly text: string;
  readonly path: string;
  /** Oldest first. */
  readonly unmentioned: readonly Unmentioned[];
  readonly end: EndOfRange;
}

export interface NotesEdit {
  /** The same as before when nothing was added. */
  readonly text: string;
  readonly added: readonly AddedEntry[];
  /** `reason` is the end of a sentence about the commit. */
  readonly left: readonly { readonly unmentioned: Unmentioned; readonly reason: string }[];
  /** Commits that an added entry stands for too, since they say the very same. */
  readonly joined: readonly Unmentioned[];
  /** False: the file's form could not be followed; the text is as it was, and what was to be added is only told. */
  readonly fits: boolean;
}

export interface AddedEntry {
  readonly unmentioned: Unmentioned;
  readonly text: string;
  /** The release it went to; `null` for what is not released. */
  readonly version: string | null;
}

/** An edit that would add something again when done twice did not follow the file's form, and is not done. */
export function editNotes(request: EditRequest): NotesEdit {
  const edit = editOnce(request);
  if (edit.added.length === 0) return edit;
  const again = editOnce({ ...request, text: edit.text });
  return again.added.length === 0 ? edit : { ...edit, text: request.text, fits: false };
}

function editOnce(request: EditRequest): NotesEdit {
  const { text, path, unmentioned, end } = request;
  const outline = readOutline(text, path);
  const styleOf = stylesOf(outline);
  const restructured = /\.rst$/i.test(path);
  if (outline.releases.length === 0 && text.trim() !== '' && !/^[#=]/m.test(text)) {
    const reason = 'no heading of a release was found in the notes';
    const left = unmentioned.map((one) => ({ unmentioned: one, reason }));
    return { text, added: [], left, joined: [], fits: true };
  }
  const left: { unmentioned: Unmentioned; reason: string }[] = [];
  const groups = new Map<
    string,
    {
      readonly version: string | null;
      readonly release: OutlineRelease | null;
      readonly drafts: Drafted[];
      readonly twins: Drafted[];
    }
  >();
  for (const one of unmentioned) {
    const version = end.versionOf(one.commit.sha);
    const release = chooseRelease(outline, version, end);
    const worded = wordEntry(one, styleOf(release), restructured);
    if (worded.kind === 'left') {
      left.push({ unmentioned: one, reason: worded.reason });
    } else if (release !== null && isNamedIn(linesOf(outline, release), one)) {
      left.push({ unmentioned: one, reason: 'the notes name it in the meantime' });
    } else {
      const key = release === null ? `new ${version ?? ''}` : String(release.start);
      const group = groups.get(key) ?? {
        version: release === null ? version : release.version,
        release,
        drafts: [],
        twins: [],
      };
      groups.set(key, group);
      // Commits that say the very same are one entry.
      const twin = group.drafts.some((draft) => draft.text === worded.text);
      (twin ? group.twins : group.drafts).push({ ...worded, unmentioned: one });
    }
  }
  const all = [...groups.values()];
  const insertions = all.flatMap(({ version, release, drafts }): readonly Insertion[] => [
    ...(release === null
      ? [newRelease({ outline, style: styleOf(null), version, date: end.date, drafts })]
      : placeEntries({ outline, style: styleOf(release), release, drafts })),
    ...defineNumbers(outline, release, drafts),
  ]);
  return {
    text: insertLines(outline.lines, insertions),
    added: all.flatMap(({ version, drafts }) =>
      drafts.map((draft) => ({ unmentioned: draft.unmentioned, text: draft.text, version })),
    ),
    left,
    joined: all.flatMap(({ twins }) => twins.map((twin) => twin.unmentioned)),
    fits: true,
  };
}

/** Learns the style of each release once. */
function stylesOf(outline: Outline): (release: OutlineRelease | null) => NotesStyle {
  const styles = new Map<OutlineRelease | null, NotesStyle>();
  return (release) => {
    const style = styles.get(release) ?? learnStyle(outline, release);
    styles.set(release, style);
    return style;
  };
}

function linesOf({ lines }: Outline, { start, end }: OutlineRelease): readonly string[] {
  return lines.slice(start, end).map(({ text }) => text);
}

/** Whether a release's lines name a change already: by its number, its id or its very words. Pure. */
function isNamedIn(lines: readonly string[], { commit, subject }: Unmentioned): boolean {
  const whole = lines.join('\n');
  if (commit.pullRequest !== null) {
    const number = new RegExp(
      String.raw`(?:[#!]|/pull/|/merge_requests/|\`)${commit.pullRequest}(?!\d)`,
    );
    if (number.test(whole)) return true;
  }
  if (whole.includes(commit.sha.slice(0, 7))) return true;
  const words = plainWords(subject, commit).replace(/\.$/, '');
  const said = squeeze(whole);
  const forms = (['imperative', 'past', 'present'] as const).map((mood) => inMood(words, mood));
  return [words, ...forms].some((form) => said.includes(squeeze(form)));
}

/** Broken lines, letter case and marks make no difference. */
function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[\\`]/g, '').replaceAll(/\s+/g, ' ').trim();
}

/** A release that the notes do not have yet, in the form of the headings that they have. Pure. */
function newRelease(request: {
  readonly outline: Outline;
  readonly style: NotesStyle;
  /** `null` for what is not released yet. */
  readonly version: string | null;
  readonly date: string | null;
  readonly drafts: readonly Drafted[];
}): Insertion {
  const { outline, version, date } = request;
  const model = outline.releases.find((release) => release.version !== null) ?? outline.releases[0];
  const body = bodyOf(request);
  if (model === undefined) {
    const heading =
      version === null ? '## Unreleased' : `## ${version}${date === null ? '' : ` - ${date}`}`;
    const gap = outline.end === 0 ? [] : [''];
    return { at: outline.end, lines: [...gap, heading, '', ...body] };
  }
  const blank = (outline.lines[model.start]?.text ?? '').trim() === '' ? [''] : [];
  const place = placeOf(outline, version, model);
  return {
    at: place,
    lines: [...headingOf(model, version, date), ...blank, ...body, ...gapBefore(outline, model)],
  };
}

function bodyOf({ outline, style, drafts }: Parameters<typeof newRelease>[0]): readonly string[] {
  const ordered = style.newestFirst ? drafts.toReversed() : drafts;
  if (!usesSections(outline)) {
    return ordered.flatMap(({ text }, index) => {
      const lines = writeEntry(text, style);
      return index > 0 && style.loose ? ['', ...lines] : lines;
    });
  }
  const groups = new Map<string, { readonly category: Category; readonly drafts: Drafted[] }>();
  for (const category of USUAL_ORDER) {
    for (const draft of drafts.filter((one) => one.category === category)) {
      const name = nameOfSection(category, []);
      const group = groups.get(name) ?? { category, drafts: [] };
      groups.set(name, group);
      group.drafts.push(draft);
    }
  }
  return [...groups.values()].flatMap((group, index) => {
    const lines = newSection({
      outline,
      style,
      release: null,
      category: group.category,
      drafts: group.drafts,
    });
    return index === 0 ? lines : ['', ...lines];
  });
}

/** What is not released stands on top; a version above the first that is older. */
function placeOf({ releases }: Outline, version: string | null, model: OutlineRelease): number {
  if (version === null) return releases[0]?.heading.start ?? model.heading.start;
  const older = releases.find(
    (release) => release.version !== null && compareVersions(release.version, version) < 0,
  );
  return (older ?? model).heading.start;
}

/** As many blank lines as stand above the model. */
function gapBefore({ lines }: Outline, { heading }: OutlineRelease): readonly string[] {
  let gap = 0;
  while ((lines[heading.start - 1 - gap]?.text ?? 'x').trim() === '') gap += 1;
  return Array.from({ length: Math.min(3, Math.max(1, gap)) }, () => '');
}

function headingOf(
  { heading }: OutlineRelease,
  version: string | null,
  date: string | null,
): readonly string[] {
  const title = titleOf(heading.title, { version, date });
  if (heading.marks.kind === 'plain') return [title];
  if (heading.marks.kind === 'hashes')
    return [`${heading.marks.mark.repeat(heading.level)} ${title}`];
  const { mark, length, over } = heading.marks;
  const under = mark.repeat(length === heading.title.length ? title.length : length);
  return over ? [under, title, under] : [title, under];
}

/** Addresses of comparisons are for those who make the release; the words are kept. */
function titleOf(
  title: string,
  { version, date }: { readonly version: string | null; readonly date: string | null },
): string {
  const brackets = /^\[[^\]]*\](?!\()/.test(title);
  if (version === null) return brackets ? '[Unreleased]' : 'Unreleased';
  const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const old = readReleaseHeading(title)?.version ?? null;
  if (old === null || !plain.includes(old)) return version;
  const dated = plain.replace(old, () => version);
  const day = /\d{4}-\d{2}-\d{2}/.exec(dated)?.[0];
  if (day !== undefined && date !== null) return dated.replace(day, () => date);
  return dated.slice(0, dated.indexOf(version) + version.length) + (brackets ? ']' : '');
}
