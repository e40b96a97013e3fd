/** The YAML front matter of a report: plain keys, one level of nesting, valid whatever the values hold. */
import { tryParseJson } from '../platform/json.ts';
import { stripControls } from '../words/text.ts';

export type FrontMatterScalar = string | number | boolean | null;
export type FrontMatter = {
  readonly [key: string]: FrontMatterScalar | { readonly [key: string]: FrontMatterScalar };
};

/** With both lines of dashes and a newline after the last. */
export function writeFrontMatter(fields: FrontMatter): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? [`${key}:`, ...Object.entries(value).map(([name, inner]) => `  ${name}: ${scalar(inner)}`)]
      : [`${key}: ${scalar(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** Reads back what `writeFrontMatter` wrote; `null` for a text of another form. */
export function parseFrontMatter(text: string): FrontMatter | null {
  const block = /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1];
  if (block === undefined) return null;
  const fields: Record<string, FrontMatterScalar | Record<string, FrontMatterScalar>> = {};
  let open: Record<string, FrontMatterScalar> | null = null;
  for (const line of block.split('\n').slice(0, -1)) {
    const match = /^( {2})?([a-z][a-z-]*):(?: (.*))?$/.exec(line);
    const [, indent, key, value] = match ?? [];
    if (key === undefined) return null;
    if (indent === undefined && value === undefined) {
      open = {};
      fields[key] = open;
    } else if (value === undefined || (indent !== undefined && open === null)) {
      return null;
    } else if (indent !== undefined && open !== null) {
      open[key] = readScalar(value);
    } else {
      open = null;
      fields[key] = readScalar(value);
    }
  }
  return fields;
}

/** Words that YAML 1.1 readers take for something else than text. */
const OTHER_MEANING = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;

function scalar(value: FrontMatterScalar): string {
  if (typeof value !== 'string') return String(value);
  const text = stripControls(value);
  if (PLAIN.test(text) && !OTHER_MEANING.test(text)) return text;
  // A JSON string is a YAML double-quoted scalar; what YAML does not print is escaped besides.
  return JSON.stringify(text).replaceAll(/[\u0080-\u00a0\ufeff\ufffe\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function readScalar(text: string): FrontMatterScalar {
  if (PLAIN.test(text) && !OTHER_MEANING.test(text)) return text;
  const value = tryParseJson(text);
  const isScalar =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean';
  return isScalar ? value : text;
}
