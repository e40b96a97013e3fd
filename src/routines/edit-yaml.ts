/**
 * Values changed in the text of a YAML file, comments and layout of the rest kept.
 *
 * A value that is there is replaced where it stands. One that is not is added as the first of its map, and a bare
 * word in a list (`- release-notes`) becomes a map when something is to be set inside of it.
 */
import { isMap, isScalar, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';

import { AppError } from '../words/errors.ts';

export interface YamlEdit {
  /** Keys, and positions in lists: `['collect', 0, 'tickets', 'path']`. */
  readonly path: readonly (string | number)[];
  /** YAML on one line, as it is to stand there. */
  readonly yaml: string;
  /** The comment behind the old value speaks of that value: it goes too. */
  readonly dropComment?: true;
}

/** Throws `internal` for a path that leads through something else than maps and lists. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  return edits.reduce(editOnce, text);
}

/** Text as a YAML value on one line, in quotes where it would be read as something else. */
export function yamlText(text: string): string {
  const plain =
    /^[A-Za-z][\w./+-]*( [\w./+-]+)*$/.test(text) &&
    !/^(true|false|null|yes|no|on|off)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

function editOnce(text: string, { path, yaml, dropComment }: YamlEdit): string {
  const document = parseDocument(text);
  const place = document.getIn(path, true);
  const range = isScalar(place) || isMap(place) || isSeq(place) ? place.range : null;
  if (range) {
    const comment =
      dropComment === true ? (/^[ \t]+#[^\n]*/.exec(text.slice(range[1]))?.[0] ?? '') : '';
    return splice(text, [range[0], range[1] + comment.length], yaml);
  }
  return addTo(text, document, { path, yaml });
}

function addTo(text: string, document: Document, { path, yaml }: YamlEdit): string {
  const key = String(path.at(-1));
  const parentPath = path.slice(0, -1);
  const parent = document.getIn(parentPath, true);
  if (isMap(parent)) return splice(text, ...firstIn(text, parent, `${key}: ${yaml}`));
  const holder = document.getIn(parentPath.slice(0, -1), true);
  const bare = isScalar(holder) ? holder : isScalar(parent) ? parent : null;
  // `- release-notes` for ['collect', 0, 'release-notes', …]
  if (bare?.range && bare.value === parentPath.at(-1)) {
    return splice(
      text,
      [bare.range[0], bare.range[1]],
      `${String(bare.value)}: { ${key}: ${yaml} }`,
    );
  }
  throw new AppError('internal', {
    code: 'yaml-path',
    message: `there is no map at ${parentPath.join('.')} to set ${key} in`,
    hint: '',
  });
}

/** Where a first entry goes, and its text with what follows it. */
function firstIn(
  text: string,
  map: YAMLMap,
  entry: string,
): readonly [readonly [number, number], string] {
  const start = map.range?.[0] ?? 0;
  if (text[start] === '{') {
    const inside = map.items.length === 0 ? ` ${entry} ` : ` ${entry},`;
    return [[start + 1, start + 1], inside];
  }
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1);
  return [[start, start], `${entry}\n${' '.repeat(indent)}`];
}

function splice(text: string, [from, to]: readonly [number, number], value: string): string {
  return text.slice(0, from) + value + text.slice(to);
}
