/** What a file of code defines, imports and, on some of its lines, uses. One walk over the tree, without recursion. */
import type { Tree, TreeCursor } from '../../syntax/grammars.ts';
import type { CodeRead, Definition, Rows, Use } from './code-read.ts';
import {
  closeDefinition,
  openDefinition,
  type OpenDefinition,
  isBinding,
  receiverBefore,
  plainCode,
} from './definitions.ts';
import type { DefinitionKind, ImportRead, LanguageTable } from './language-table.ts';

interface Frame {
  readonly type: string;
  readonly definition: OpenDefinition | null;
  /** Whether it is a function: definitions inside are not visible outside. */
  readonly local: boolean;
  /** Of the outermost function around: whether a line asked for is in it. */
  readonly wanted: boolean;
  readonly binds: boolean;
}

const UNTOUCHED: Frame = { type: '', definition: null, local: false, wanted: false, binds: false };

interface Walk {
  readonly text: string;
  readonly table: LanguageTable;
  /** Whether a piece of the text, by its first and last place, touches a line asked for. */
  readonly asked: (at: number, end: number) => boolean;
  readonly rowOf: (at: number) => number;
  readonly only: 'all' | 'touched';
  readonly frames: Frame[];
  readonly definitions: Definition[];
  readonly imports: (ImportRead & Rows)[];
  readonly uses: (Omit<Use, 'local'> & { readonly at: number })[];
  readonly comments: Rows[];
  readonly importRows: { readonly at: number; readonly end: number }[];
  /** Names bound inside of functions, with where those are: a parameter of one function is none of another. */
  readonly locals: Map<string, Rows[]>;
  readonly definedAt: Set<number>;
  outermost: Rows | null;
  package: string | null;
}

/** No file that a person reads has more. */
const MOST_NODES = 600_000;
const LONGEST_IMPORT = 8_000;

export interface CodeRequest {
  readonly text: string;
  readonly table: LanguageTable;
  /** The lines asked for. */
  readonly rows: readonly Rows[];
  /** `touched`: only what stands at the top of the file and touches those lines. */
  readonly only?: 'all' | 'touched';
}

export function readCode(tree: Tree, { text, table, rows, only = 'all' }: CodeRequest): CodeRead {
  const lines = lineStarts(text);
  const places = rows.map(({ from, to }) => ({
    at: lines[from] ?? text.length,
    end: lines[to] ?? text.length + 1,
  }));
  const walk: Walk = {
    text,
    table,
    asked: (at, end) => places.some((place) => place.at <= end && at < place.end),
    rowOf: (at) => rowAt(lines, at),
    only,
    frames: [],
    definitions: [],
    imports: [],
    uses: [],
    comments: [],
    importRows: [],
    locals: new Map(),
    definedAt: new Set(),
    outermost: null,
    package: null,
  };
  const cursor = tree.walk();
  try {
    walkAll(cursor, walk);
  } finally {
    cursor.delete();
  }
  const isLocal = ({ name, row }: { name: string; row: number }): boolean =>
    walk.locals.get(name)?.some(({ from, to }) => from <= row && row < to) === true;
  const uses = walk.uses
    .filter(({ at }) => !walk.definedAt.has(at))
    .map(({ at: _at, ...use }) => ({ ...use, local: use.how === 'bare' && isLocal(use) }));
  const { imports, comments, package: named } = walk;
  // `const dates = require('./dates')` names what is imported.
  const imported = new Set(imports.flatMap(namesOf));
  const definitions = walk.definitions.filter(
    ({ kind, name }) => kind !== 'const' || !imported.has(name),
  );
  return { definitions, imports, uses, comments, package: named };
}

function namesOf({ names, namespace }: ImportRead): readonly string[] {
  return [...names.map(({ as }) => as), ...(namespace === null ? [] : [namespace])];
}

function walkAll(cursor: TreeCursor, walk: Walk): void {
  for (let nodes = 0; nodes < MOST_NODES; nodes += 1) {
    if (enter(cursor, walk) && cursor.gotoFirstChild()) continue;
    leave(walk);
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return;
      leave(walk);
    }
  }
}

/** Puts a frame down for the node; says whether to look inside of it. */
function enter(cursor: TreeCursor, walk: Walk): boolean {
  const { table, text } = walk;
  const type = cursor.nodeType;
  const parent = walk.frames.at(-1) ?? null;
  const field = parent === null ? null : cursor.currentFieldName;
  const at = cursor.startIndex;
  const end = cursor.endIndex;
  if (walk.only === 'touched' && walk.frames.length === 1 && !walk.asked(at, end)) {
    walk.frames.push(UNTOUCHED);
    return false;
  }
  const isIdentifier = table.identifiers.has(type);
  const node = { type, field, at, end };
  const definition = openDefinition(node, { table, text, frames: walk.frames });
  const isFunction =
    table.functions.has(type) ||
    definition?.kind === 'function' ||
    (definition?.kind === 'method' && definition.isFunction);
  const outermost = isFunction && parent?.local !== true;
  if (outermost) walk.outermost = rowsOf(node, walk);
  const frame: Frame = {
    type,
    definition,
    local: parent?.local === true || isFunction,
    wanted: outermost ? walk.asked(at, end) : (parent?.wanted ?? false),
    binds: parent !== null && isBinding({ type, field }, parent, table),
  };
  walk.frames.push(frame);
  if (table.comments.has(type)) {
    if (walk.asked(at, end)) walk.comments.push(rowsOf(node, walk));
    return false;
  }
  if (table.macro === type && !frame.local && definitionsHeld(walk)) takeMacro(node, walk);
  if (table.packageNode === type) walk.package = text.slice(at, end).replace(/^\w+\s+|;/g, '');
  if (table.imports.has(type) && end - at <= LONGEST_IMPORT) takeImport(node, walk);
  if (isIdentifier) takeName(node, frame, walk);
  return !isIdentifier && (!frame.local || frame.wanted || definition !== null || isFunction);
}

function leave(walk: Walk): void {
  const frame = walk.frames.pop();
  if (frame === undefined || frame.definition === null) return;
  const parent = walk.frames.at(-1);
  for (const at of frame.definition.nameAt) walk.definedAt.add(at);
  for (const closed of closeDefinition(frame.definition, walk)) {
    const definition = { ...closed, ...rowsOf(frame.definition, walk) };
    if (parent?.local !== true) walk.definitions.push(definition);
    else if (walk.outermost !== null) bind(definition.name, walk.outermost, walk);
  }
}

/** A macro at the top of a file, or of a module in it. */
function definitionsHeld({ frames }: Walk): boolean {
  return frames.every(({ definition }) => definition === null || definition.kind === 'namespace');
}

const MADE =
  /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?(enum|struct|trait|fn|type|const|static)\s+(\w+)[^{};]*(?:\{[^{}]*\})?/gm;
const KINDS: Readonly<Record<string, DefinitionKind>> = {
  enum: 'enum',
  struct: 'struct',
  trait: 'interface',
  type: 'type',
  fn: 'function',
};

/** `bitflags! { pub struct Mode … }`: by its text, for the grammar sees words alone. */
function takeMacro({ at, end }: NameNode, walk: Walk): void {
  for (const match of walk.text.slice(at, end).matchAll(MADE)) {
    const [text, word = '', name = ''] = match;
    const from = at + match.index;
    walk.definedAt.add(from + text.indexOf(name, text.indexOf(word) + word.length));
    walk.definitions.push({
      kind: KINDS[word] ?? 'const',
      name,
      container: null,
      signature: plainCode(word === 'fn' ? text.replace(/\{[^]*/, '') : text, walk.table.id),
      heritage: [],
      ...rowsOf({ at: from + text.search(/\S/), end: from + text.length }, walk),
    });
  }
}

interface NameNode {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

function takeImport({ type, at, end }: NameNode, walk: Walk): void {
  const reads = walk.table.readImport(walk.text.slice(at, end));
  if (reads.length === 0) return;
  const rows = rowsOf({ at, end }, walk);
  // The words of a statement are told as its names; a declaration may have more beside them.
  if (type !== 'variable_declarator') walk.importRows.push({ at, end });
  for (const read of reads) walk.imports.push({ ...read, ...rows });
}

function takeName(node: NameNode, frame: Frame, walk: Walk): void {
  const { text } = walk;
  // `empty?` of Ruby.
  const name = text.slice(node.at, node.end).replace(/[?!]$/, '');
  if (frame.binds && frame.local && walk.outermost !== null) bind(name, walk.outermost, walk);
  if (!walk.asked(node.at, node.end)) return;
  if (walk.importRows.some(({ at, end }) => at <= node.at && node.end <= end)) return;
  const receiver = receiverBefore(text, node.at);
  const isKey =
    receiver === null && /^\s*:(?![:=])/.test(text.slice(node.end, node.end + 20)) && !frame.binds;
  walk.uses.push({
    name,
    how: receiver !== null ? 'member' : isKey && !isTyped(node.type, walk) ? 'key' : 'bare',
    on: receiver?.name ?? null,
    row: walk.rowOf(node.at),
    called: /^(?:<[\w, ]{0,40}>)?!?\(|^\.new\b/.test(text.slice(node.end, node.end + 50)),
    within: innermost(walk),
    at: node.at,
  });
}

/** A name before a colon that is a variable or parameter with its type, or a type with its bounds. */
function isTyped(type: string, { table }: Walk): boolean {
  return type === 'type_identifier' || (type === 'identifier' && table.id !== 'go');
}

function innermost({ frames }: Walk): string | null {
  for (let index = frames.length - 1; index >= 0; index -= 1) {
    const definition = frames[index]?.definition;
    if (definition === null || definition === undefined) continue;
    if (definition.kind === 'class' || definition.kind === 'interface' || definition.isScope)
      return definition.names[0]?.name ?? null;
    if (definition.container !== null) return definition.container;
  }
  return null;
}

function bind(name: string, rows: Rows, walk: Walk): void {
  const known = walk.locals.get(name) ?? [];
  if (!known.some(({ from, to }) => from === rows.from && to === rows.to)) known.push(rows);
  walk.locals.set(name, known);
}

function rowsOf({ at, end }: { readonly at: number; readonly end: number }, walk: Walk): Rows {
  return { from: walk.rowOf(at), to: walk.rowOf(Math.max(at, end - 1)) + 1 };
}

export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** By halves. */
function rowAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
