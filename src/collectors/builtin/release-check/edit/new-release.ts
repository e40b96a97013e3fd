/** A release that the notes do not have yet, in the form of the headings that they have. Pure. */
import { compareVersions } from '../../../../words/version-order.ts';
import { readReleaseHeading } from '../../../changelog/release-heading.ts';
import { nameOfSection, USUAL_ORDER, type Category } from './category.ts';
import type { Drafted } from './drafted.ts';
import type { Insertion } from './insert-lines.ts';
import { newSection, usesSections } from './new-section.ts';
import type { NotesStyle } from './notes-style.ts';
import type { Outline, OutlineRelease } from './outline.ts';
import { writeEntry } from './write-entry.ts';

export function newRelease(request: {
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
  if (heading.marks.kind === 'hashes') return [`${'#'.repeat(heading.level)} ${title}`];
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
