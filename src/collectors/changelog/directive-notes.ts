/**
 * Release notes as directives of reStructuredText (`.. changelog::` over `.. change::`, as sphinx's changelog has them), made
 * into the headings and bullets that every other file has. Pure; each line stays where it is.
 */

interface OpenRelease {
  /** Index of the line with its version; `null`: none yet. */
  at: number | null;
  version: string;
  released: string;
  /** Its options end with the first line that is none. */
  isOpen: boolean;
}

interface OpenChange {
  readonly indent: number;
  tickets: readonly string[];
  /** Index of its last line of words; `null`: none yet. */
  last: number | null;
}

const RELEASE = /^\s*\.\. changelog::/;
const CHANGE = /^(\s*)\.\. change::/;
const OPTION = /^\s+:([a-z_]+):\s*(.*)$/;

export function hasDirectives(raws: readonly string[]): boolean {
  return raws.some((raw) => CHANGE.test(raw));
}

/** Lines in, as many lines out. */
export function withoutDirectives(raws: readonly string[]): readonly string[] {
  const lines = raws.map((raw) => raw.trimEnd());
  let release: OpenRelease | null = null;
  let change: OpenChange | null = null;
  const close = (): void => {
    if (change !== null && change.last !== null && change.tickets.length > 0)
      lines[change.last] += ` (${change.tickets.map((number) => `#${number}`).join(', ')})`;
    change = null;
  };
  raws.forEach((raw, index) => {
    const begins = CHANGE.exec(raw);
    const option = OPTION.exec(raw);
    if (RELEASE.test(raw)) {
      close();
      release = { at: null, version: '', released: '', isOpen: true };
      lines[index] = '';
    } else if (begins !== null) {
      close();
      change = { indent: begins[1]?.length ?? 0, tickets: [], last: null };
      lines[index] = '';
    } else if (change !== null && change.last === null && option !== null) {
      if (option[1] === 'tickets') change.tickets = option[2]?.match(/\d{1,9}/g) ?? [];
      lines[index] = '';
    } else if (release?.isOpen === true && option !== null) {
      if (option[1] === 'version') Object.assign(release, { at: index, version: option[2] });
      if (option[1] === 'released') release.released = option[2] ?? '';
      lines[index] = '';
    } else if (release?.isOpen === true) {
      release.isOpen = false;
      writeHeading(lines, release);
    } else if (raw.trim() !== '' && !/^\s/.test(raw)) {
      close();
    } else if (change !== null && raw.trim() !== '') {
      if (change.last === null) lines[index] = `${' '.repeat(change.indent)}- ${raw.trim()}`;
      change.last = index;
    }
  });
  close();
  return lines;
}

/** On the line of the version, and on the next, which is an option or empty. */
function writeHeading(lines: string[], { at, version, released }: OpenRelease): void {
  if (at === null) return;
  const title = `${version} (${released.trim() === '' ? 'unreleased' : released.trim()})`;
  lines[at] = title;
  if (at + 1 < lines.length) lines[at + 1] = '`'.repeat(title.length);
}
