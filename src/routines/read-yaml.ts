/**
 * Bytes to a tree with places, or every problem of the text. Accepts YAML 1.2 as people write it by hand and
 * nothing that only serves to hurt: no tags, merge keys or second documents, few aliases, bounded size and
 * depth. Never throws and never takes long, whatever the bytes are.
 */
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';

import { oneLine } from '../words/text.ts';
import { decodeText } from './decode-text.ts';
import {
  listNode,
  mapNode,
  scalarNode,
  type DocumentNode,
  type MapEntry,
  type Place,
} from './document-node.ts';
import type { Problem } from './rules/problem.ts';
import { tooDeepAt, syntaxProblem } from './rules/syntax-problem.ts';

const MAX_ALIASES = 50;
const MAX_NODES = 20_000;
const MAX_DEPTH = 24;
/** Far above what a definition may nest, far below what the parser's stack takes. */
const MAX_NESTED_INLINE = 200;
/** They mean something to JavaScript. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);
/* oxlint-disable-next-line no-control-regex -- these are what it looks for */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export type ReadYaml =
  | { readonly kind: 'tree'; readonly root: DocumentNode }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** @param file how the problems name it */
export function readYaml(file: string, bytes: Uint8Array): ReadYaml {
  const decoded = decodeText(file, bytes);
  if (decoded.kind === 'problem') return { kind: 'problems', problems: [decoded.problem] };
  const deep = tooDeepAt(decoded.text, MAX_NESTED_INLINE);
  if (deep !== null) return { kind: 'problems', problems: [tooDeep(file, decoded.text, deep)] };
  const lines = new LineCounter();
  const found: Problem[] = [];
  try {
    const document = parseDocument(decoded.text, {
      lineCounter: lines,
      prettyErrors: false,
      schema: 'core',
      // Compares every key with every other one: done below, in linear time.
      uniqueKeys: false,
      // Tags of other schemas stay tags, to be refused, instead of becoming bytes and dates.
      resolveKnownTags: false,
    });
    const reported = new Set<number>();
    for (const error of document.errors) {
      const place = placeAt(lines, error.pos[0]);
      // What follows on the same line is most often the same slip, seen again.
      if (reported.has(place.line)) continue;
      reported.add(place.line);
      found.push({ file, ...place, ...syntaxProblem(error, decoded.text) });
    }
    if (found.length > 0) return { kind: 'problems', problems: found };
    const walk = new TreeWalk(file, lines, found);
    const root = walk.document(document);
    return root === null || found.length > 0
      ? { kind: 'problems', problems: found }
      : { kind: 'tree', root };
  } catch (thrown) {
    const problem = {
      code: 'not-yaml',
      message: `the file cannot be read as YAML: ${oneLine(String(thrown))}`,
      hint: 'Write it as plain YAML 1.2.',
    };
    return { kind: 'problems', problems: [{ file, line: 1, column: 1, ...problem }] };
  }
}

function tooDeep(file: string, text: string, offset: number): Problem {
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    file,
    line: before.length,
    column,
    code: 'too-deep',
    message: 'the file is nested too deeply',
    hint: 'Write it flat.',
  };
}

function placeAt(lines: LineCounter, offset: number): Place {
  const at = lines.linePos(offset);
  return { line: Math.max(1, at.line), column: Math.max(1, at.col) };
}

class TreeWalk {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #found: Problem[];
  readonly #anchors = new Map<string, DocumentNode>();
  #aliases = 0;

  constructor(file: string, lines: LineCounter, found: Problem[]) {
    this.#file = file;
    this.#lines = lines;
    this.#found = found;
  }

  document(document: Document.Parsed): DocumentNode | null {
    const { yaml } = document.directives;
    if (yaml.explicit === true && yaml.version !== '1.2') {
      this.#report(
        { line: 1, column: 1 },
        {
          code: 'yaml-version',
          message: `the file asks for YAML ${oneLine(yaml.version, 20)}`,
          hint: 'Remove the %YAML line; files are read as YAML 1.2.',
        },
      );
    }
    if (
      document.contents === null ||
      (isScalar(document.contents) && document.contents.value === null)
    ) {
      this.#report(
        { line: 1, column: 1 },
        {
          code: 'empty-file',
          message: 'the file is empty',
          hint: 'Write keys and values, such as `name: Nightly sweep`.',
        },
      );
      return null;
    }
    return this.#node(document.contents, 0);
  }

  #node(node: Node | null | undefined, depth: number, fallback?: Place): DocumentNode {
    if (node === null || node === undefined) return scalarNode(null, fallback ?? null);
    const place = node.range
      ? placeAt(this.#lines, node.range[0])
      : (fallback ?? { line: 1, column: 1 });
    if (isAlias(node)) return this.#alias(node.source, place);
    if (depth > MAX_DEPTH) {
      return this.#refuse(place, {
        code: 'too-deep',
        message: `the file is nested more than ${MAX_DEPTH} levels deep`,
        hint: 'Write it flat.',
      });
    }
    if (node.tag !== undefined && (isScalar(node) || isCollection(node))) {
      this.#report(place, {
        code: 'tag',
        message: `the tag ${oneLine(node.tag, 60)} is not allowed`,
        hint: 'Remove the tag and write the plain value.',
      });
    }
    const made = isMap(node)
      ? this.#map(node, place, depth)
      : isSeq(node)
        ? listNode(this.#items(node.items, place, depth), place)
        : this.#scalar(isScalar(node) ? node.value : null, place);
    const checked = made.size > MAX_NODES ? this.#tooMany(place) : made;
    if ('anchor' in node && typeof node.anchor === 'string')
      this.#anchors.set(node.anchor, checked);
    return checked;
  }

  #items(items: readonly unknown[], place: Place, depth: number): DocumentNode[] {
    return items.map((item) => this.#node(asNode(item), depth + 1, place));
  }

  #map(map: YAMLMap, place: Place, depth: number): DocumentNode {
    const entries = new Map<string, MapEntry>();
    for (const pair of map.items) {
      const keyNode = asNode(pair.key);
      const keyPlace = keyNode?.range ? placeAt(this.#lines, keyNode.range[0]) : place;
      const key = isScalar(keyNode) && typeof keyNode.value === 'string' ? keyNode.value : null;
      const problem = keyProblem(key, key !== null && entries.has(key));
      if (problem !== null) this.#report(keyPlace, problem);
      const node = this.#node(asNode(pair.value), depth + 1, keyPlace);
      if (key !== null && problem === null) entries.set(key, { keyPlace, node });
    }
    return mapNode(entries, place);
  }

  #scalar(value: unknown, place: Place): DocumentNode {
    if (typeof value === 'string') {
      if (!CONTROLS.test(value)) return scalarNode(value, place);
      return this.#refuse(place, {
        code: 'control-character',
        message: `the value "${oneLine(value, 40)}" holds a control character`,
        hint: 'Remove it.',
      });
    }
    if (typeof value === 'boolean' || value === null) return scalarNode(value, place);
    if (typeof value === 'number' && Number.isFinite(value)) return scalarNode(value, place);
    return this.#refuse(place, {
      code: 'wrong-type',
      message: `the value ${typeof value === 'number' ? value : 'here'} cannot be used`,
      hint: 'Write text in quotes, or a finite number.',
    });
  }

  #alias(name: string, place: Place): DocumentNode {
    this.#aliases += 1;
    if (this.#aliases > MAX_ALIASES) {
      if (this.#aliases > MAX_ALIASES + 1) return scalarNode(null, place);
      return this.#refuse(place, {
        code: 'too-many-aliases',
        message: `the file uses more than ${MAX_ALIASES} aliases`,
        hint: 'Write the values out.',
      });
    }
    const target = this.#anchors.get(name);
    if (target !== undefined) return target;
    return this.#refuse(place, {
      code: 'unknown-alias',
      message: `the alias *${oneLine(name, 40)} names no anchor before it`,
      hint: `Put a value that begins with * in quotes: "*${oneLine(name, 40)}".`,
    });
  }

  #tooMany(place: Place): DocumentNode {
    return this.#refuse(place, {
      code: 'too-large',
      message: `the file holds more than ${MAX_NODES.toLocaleString('en-US')} values once aliases are expanded`,
      hint: 'Write fewer values.',
    });
  }

  #refuse(place: Place, problem: Pick<Problem, 'code' | 'message' | 'hint'>): DocumentNode {
    this.#report(place, problem);
    return scalarNode(null, place);
  }

  #report(place: Place, problem: Pick<Problem, 'code' | 'message' | 'hint'>): void {
    this.#found.push({ file: this.#file, ...place, ...problem });
  }
}

function asNode(value: unknown): Node | null {
  return isScalar(value) || isCollection(value) || isAlias(value) ? value : null;
}

function keyProblem(
  key: string | null,
  seen: boolean,
): Pick<Problem, 'code' | 'message' | 'hint'> | null {
  if (key === null) {
    return {
      code: 'bad-key',
      message: 'a key is not plain text',
      hint: 'Write a key such as `name`.',
    };
  }
  const shown = oneLine(key, 60);
  if (key === '<<') {
    return {
      code: 'merge-key',
      message: 'merge keys (`<<`) are not allowed',
      hint: 'Write the values out.',
    };
  }
  if (FORBIDDEN_KEYS.has(key)) {
    return {
      code: 'forbidden-key',
      message: `the key \`${shown}\` is not allowed`,
      hint: 'Remove it.',
    };
  }
  if (!seen) return null;
  return {
    code: 'duplicate-key',
    message: `the key \`${shown}\` is here a second time`,
    hint: 'Keep one of the two.',
  };
}
