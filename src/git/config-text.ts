/** The keys of a git configuration, read as text: a file that may be hostile is not for git to read. Pure. */

const HEADER = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const KEY = /^([A-Za-z][\w-]*)\s*(?:=\s*)?/;

/**
 * `section.subsection.key` → its values as written, one a line; section and key in lower case. What git would not
 * understand is left out.
 */
export function configKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let section = '';
  for (const line of logicalLines(text)) {
    let rest = line.trim();
    const header = HEADER.exec(rest);
    if (header !== null) {
      section = sectionName(header[1] ?? '', header[2]);
      rest = rest.slice(header[0].length).trim();
    }
    const name = KEY.exec(rest);
    if (name === null || section === '') continue;
    const key = `${section}.${(name[1] ?? '').toLowerCase()}`;
    const value = rest.slice(name[0].length);
    const before = keys.get(key);
    keys.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return keys;
}

/** A backslash at its end joins a line with the next one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    const whole = open + line;
    const slashes = /\\*$/.exec(line)?.[0].length ?? 0;
    if (slashes % 2 === 1) {
      open = whole;
      continue;
    }
    lines.push(whole);
    open = '';
  }
  return open === '' ? lines : [...lines, open];
}

/** `[a "B"]` keeps its case after the dot, `[a.B]` does not. */
function sectionName(name: string, subsection: string | undefined): string {
  const section = name.toLowerCase();
  if (subsection === undefined) return section;
  return `${section}.${subsection.replaceAll(/\\(.)/g, '$1')}`;
}
