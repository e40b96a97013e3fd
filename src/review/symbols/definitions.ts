/** Definitions as the walk meets them: opened at their node, filled by its children, closed behind it. */
import type { Definition, Rows } from './code-read.ts';
import type {
  DefinitionKind,
  DefinitionRule,
  LanguageTable,
  LanguageId,
} from './language-table.ts';

export interface OpenDefinition {
  readonly rule: DefinitionRule | null;
  /** `impl` and the like: holds members, is none itself. */
  readonly isScope: boolean;
  kind: DefinitionKind;
  container: string | null;
  readonly names: { name: string; container: string | null }[];
  nameAt: number[];
  bodyAt: number | null;
  /** Its value is a function. */
  isFunction: boolean;
  readonly heritage: string[];
  /** Of a member of a scope, `impl Trait for Type`: what that implements. */
  readonly implemented: readonly string[] | null;
  readonly at: number;
  readonly end: number;
}

interface Node {
  readonly type: string;
  readonly field: string | null;
  readonly at: number;
  readonly end: number;
}

interface Around {
  readonly table: LanguageTable;
  readonly text: string;
  readonly frames: readonly { readonly type: string; readonly definition: OpenDefinition | null }[];
}

/** Also hands the node to the definition that it is a part of. */
export function openDefinition(node: Node, around: Around): OpenDefinition | null {
  const { table, frames } = around;
  const parent = frames.at(-1);
  if (parent !== undefined) fill(node, around);
  const bare = table.bare[parent?.type ?? ''];
  const rule = Object.hasOwn(table.definitions, node.type)
    ? table.definitions[node.type]
    : undefined;
  const scope = Object.hasOwn(table.scopes, node.type) ? table.scopes[node.type] : undefined;
  const isBare = bare !== undefined && node.field === 'name' && table.identifiers.has(node.type);
  if (rule === undefined && scope === undefined && !isBare) return null;
  const holder = holderOf(frames);
  const inside = holder !== null;
  if ((rule?.where === 'inside' && !inside) || (rule?.where === 'top' && inside)) return null;
  const opened: OpenDefinition = {
    rule: rule ?? null,
    isScope: scope !== undefined,
    kind: isBare ? bare : (rule?.kind ?? 'class'),
    container:
      holder !== null
        ? nameOf(holder)
        : table.id === 'ruby' && rule?.kind === 'function'
          ? moduleOf(frames)
          : null,
    names: [],
    nameAt: [],
    bodyAt: null,
    isFunction: rule?.kind === 'method' && rule.body !== undefined && rule.functionOnly !== true,
    heritage: [],
    implemented: holder?.isScope === true ? [...holder.heritage] : null,
    at: node.at,
    end: node.end,
  };
  if (isBare) {
    opened.names.push({ name: around.text.slice(node.at, node.end), container: opened.container });
    opened.nameAt.push(node.at);
  }
  return opened;
}

const LONGEST_SIGNATURE = 4_000;
/** What has members. */
const HOLDERS = new Set(['class', 'interface', 'struct', 'enum', 'type', 'const', 'field']);

/** One a name; none where it turns out to define nothing. */
export function closeDefinition(
  open: OpenDefinition,
  { text, table }: { readonly text: string; readonly table: LanguageTable },
): readonly Omit<Definition, keyof Rows>[] {
  if (open.isScope) return [];
  if (open.rule?.functionOnly === true && !open.isFunction) return [];
  const signature = plainCode(
    text.slice(open.at, Math.min(open.bodyAt ?? open.end, open.at + LONGEST_SIGNATURE)),
    table.id,
  );
  const heritage = [...new Set(open.implemented ?? open.heritage)];
  return open.names.map(({ name, container }) => ({
    kind: kindOf(open, container),
    name,
    container: container ?? open.container,
    signature,
    heritage,
  }));
}

function kindOf(
  { kind, container: holder, isFunction }: OpenDefinition,
  own: string | null,
): DefinitionKind {
  const container = own ?? holder;
  if (kind === 'function') return container === null ? 'function' : 'method';
  if (kind === 'const' && isFunction) return container === null ? 'function' : 'method';
  if (kind === 'const' && container !== null) return 'field';
  if (kind === 'method' && container === null) return isFunction ? 'function' : 'const';
  return kind;
}

function fill(node: Node, { table, text, frames }: Around): void {
  const parent = frames.at(-1)?.definition;
  if (parent !== null && parent !== undefined) fillOwn(node, parent, { table, text });
  // The body of a function that is the value of a definition.
  const grand = frames.at(-2)?.definition;
  const type = frames.at(-1)?.type ?? '';
  if (node.field === 'body' && grand !== null && grand !== undefined && table.functions.has(type))
    grand.bodyAt ??= node.at;
}

function fillOwn(
  node: Node,
  parent: OpenDefinition,
  { table, text }: { readonly table: LanguageTable; readonly text: string },
): void {
  const own = (): string => text.slice(node.at, Math.min(node.end, node.at + 400));
  const { rule } = parent;
  if (table.heritage.has(node.type) || (node.field !== null && table.heritage.has(node.field)))
    parent.heritage.push(...typesIn(own()));
  if (table.functions.has(node.type)) parent.isFunction = true;
  if (parent.isScope) {
    const scope = table.scopes[frameType(parent, table)];
    if (node.field === scope?.name) parent.names.push({ name: lastWord(own()), container: null });
    if (node.field === scope?.heritage) parent.heritage.push(lastWord(own()));
    return;
  }
  if (rule === null || node.field === null) return;
  if (node.field === rule.name) {
    const read = rule.read === undefined ? { name: own(), container: null } : rule.read(own());
    if (read !== null && read.name.length <= 200) {
      parent.names.push(read);
      if (rule.read === undefined || read.container === null) parent.nameAt.push(node.at);
    }
  }
  if (node.field === rule.body) parent.bodyAt = node.at;
  if (node.field === rule.container) parent.container = lastWord(own());
  const kind = node.field === rule.kindBy?.field ? rule.kindBy.kinds[node.type] : undefined;
  if (kind !== undefined) parent.kind = kind;
}

/** A language has one kind of scope. */
function frameType(_parent: OpenDefinition, table: LanguageTable): string {
  return Object.keys(table.scopes)[0] ?? '';
}

/** `(s *Store[K])` is `Store`, `fmt::Display` is `Display`, `Vec<T>` is `Vec`. */
function lastWord(text: string): string {
  const plain = text.replaceAll(/<[^]*>|\[[^\]]*\]/g, '');
  return /(\w+)\W*$/.exec(plain)?.[1] ?? plain.slice(0, 100);
}

function typesIn(text: string): readonly string[] {
  const words = text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return words.filter(
    (word) => word !== 'extends' && word !== 'implements' && word !== 'metaclass',
  );
}

function holderOf(frames: Around['frames']): OpenDefinition | null {
  for (let index = frames.length - 1; index >= 0; index -= 1) {
    const definition = frames[index]?.definition;
    if (definition === null || definition === undefined) continue;
    if (definition.isScope || HOLDERS.has(definition.kind)) return definition;
    if (definition.kind !== 'namespace') return null;
  }
  return null;
}

/** Functions of a module are called by its name, classes by their own. */
function moduleOf(frames: Around['frames']): string | null {
  const around = frames.findLast(({ definition }) => definition !== null)?.definition;
  return around?.kind === 'namespace' ? nameOf(around) : null;
}

function nameOf(open: OpenDefinition): string | null {
  return open.names[0]?.name ?? null;
}

// Code by what it says: without comments, layout, a comma behind the last, and what Python reads over.
const COMMENTS = /\/\*[^]*?\*\/|(?<![:"'`])\/\/[^\n]*|(?<=^|\s)#(?:[ !][^\n]*)?$/gm;
/** What is told to readers and tools. */
const NOTES = /@(?:Override|Nullable|NonNull|NotNull|SuppressWarnings(?:\([^)]*\))?)\b\s*/g;
const PYTHON_TEXTS = /^\s*(?:"""[^]*?"""|'''[^]*?''')/gm;
const PYTHON_HEAD = /^\s*(?:async\s+)?def\s[^]*?:[ \t]*$/m;
const VISIBLE = /^[ \t]*(export|public|protected|private|pub(?:\([^)]*\))?)\s+/m;

export function plainCode(text: string, language: LanguageId): string {
  const code = text.replaceAll(COMMENTS, '').replaceAll(NOTES, '');
  const said =
    language === 'python'
      ? code.replaceAll(PYTHON_TEXTS, '').replace(PYTHON_HEAD, withoutTypes)
      : code;
  return said
    .replaceAll(/(?<=\w)\s+(?=\w)/g, ' ')
    .replaceAll(/(?<!\w)\s+|\s+(?!\w)/g, '')
    .replaceAll(/,(?=[)\]}>])/g, '')
    .replaceAll("'", '"');
}

/** `(day: int = 1) -> str:` is `(day=1):`. */
function withoutTypes(head: string): string {
  return head
    .replace(/->[^]*(?=:[ \t]*$)/, '')
    .replaceAll(/:\s*[\w."'| ]+(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?[\w."'| ]*(?=[,=)])/g, '');
}

/** Whether both have the same meaning, and `after` is at least as visible as `before`. */
export function isSameCode(before: string, after: string, language: LanguageId): boolean {
  const [old, young] = [before, after].map((text) =>
    plainCode(text.replace(VISIBLE, ''), language),
  );
  return old === young && openness(after) >= openness(before);
}

/** A word that is missing opens it to its package. */
function openness(text: string): number {
  const word = VISIBLE.exec(text)?.[1] ?? '';
  return (
    ['private', '', 'protected'].indexOf(word.startsWith('pub(') ? 'protected' : word) + 1 || 4
  );
}

interface Place {
  readonly type: string;
  readonly field: string | null;
}

/** Whether a name at this place is bound there. Patterns hand it on to what is directly in them. */
export function isBinding(
  node: Place,
  parent: { readonly type: string; readonly binds: boolean },
  table: LanguageTable,
): boolean {
  if (parent.binds && /pattern|list|tuple|parameters/.test(parent.type)) return true;
  const fields = Object.hasOwn(table.binders, parent.type) ? table.binders[parent.type] : undefined;
  if (fields === undefined) return false;
  return fields.length === 0 || (node.field !== null && fields.includes(node.field));
}

const BEFORE = /([\p{L}_$][\p{L}\p{N}_$]*)?[!)\]}>]?\s{0,40}(?:\?\.|\.|::)\s{0,40}$/u;

/** What stands before the dot. `null`: there is no dot; a `null` name: something that is not a word. */
export function receiverBefore(text: string, at: number): { readonly name: string | null } | null {
  const before = text.slice(Math.max(0, at - 120), at);
  // `...rest` is not a member of anything.
  if (!/[.:]\s{0,40}$/.test(before) || before.endsWith('...') || before.endsWith('..')) return null;
  const match = BEFORE.exec(before);
  if (match === null) return null;
  const isCall = /[)\]}>]\s{0,40}(?:\?\.|\.|::)\s{0,40}$/.test(before);
  return { name: isCall ? null : (match[1] ?? null) };
}
