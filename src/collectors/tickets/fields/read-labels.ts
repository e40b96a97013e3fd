/** Labels as exports write them: a list, a list of objects with a name, an object around one, words with commas. */
import { isRecord } from '../../../platform/json.ts';
import { oneLine } from '../../../words/text.ts';
import { textOf } from './text-of.ts';

const MAX_LABELS = 50;
const MAX_LABEL = 100;
const NAMES = ['name', 'tag', 'title', 'label', 'value'];

export function labelsOf(value: unknown): readonly string[] {
  const labels = partsOf(value, 0).map((label) => oneLine(label.slice(0, 1_000), MAX_LABEL));
  return [...new Set(labels.filter((label) => label !== ''))].slice(0, MAX_LABELS);
}

function partsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return splitWords(value.slice(0, 10_000));
  if (Array.isArray(value)) {
    return value
      .slice(0, 1_000)
      .flatMap((one) => (typeof one === 'string' ? [one] : isRecord(one) ? nameOf(one) : []));
  }
  if (!isRecord(value) || depth > 2) return [];
  // Linear and Intercom put the list into `nodes`, `tags` or the like.
  const list = Object.values(value).find((inner) => Array.isArray(inner));
  return list === undefined ? nameOf(value) : partsOf(list, depth + 1);
}

function nameOf(value: Record<string, unknown>): readonly string[] {
  for (const name of NAMES) {
    const text = Object.hasOwn(value, name) ? textOf(value[name]) : null;
    if (text !== null) return [text];
  }
  return [];
}

/** `[a, "b"]` is what some exports write into a cell. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(/[,;\n|]/)
    .map((word) => word.trim().replace(/^(["'])(.*)\1$/, '$2'));
}
