/**
 * `edit --set key=value`: values written into the text of a routine or of roundsman.yaml; comments and the rest of the text
 * stay. The new text means what the old one did with those values and nothing else, or there is a problem. Pure.
 */
import { engineIds, takesProgram } from '../engines/registry.ts';
import { isRecord } from '../platform/json.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import { AppError } from '../words/errors.ts';
import type { BuiltinRecipe } from '../words/routine.ts';
import type { NodePath } from '../words/rule-breach.ts';
import { oneLine } from '../words/text.ts';
import { expandShorthands } from './compile/expand-shorthands.ts';
import { mapNode, nodeAt, nodeOfPlain, plainValue, type DocumentNode } from './document-node.ts';
import { editYaml, yamlValue, type YamlEdit } from './edit-yaml.ts';
import { put } from './overrides.ts';
import { readSetting } from './read-setting.ts';
import { readYaml } from './read-yaml.ts';
import type { DefinitionKind, Problem } from './rules/problem.ts';
import { isSecret } from './schema/schema-problems.ts';

export interface SettingChange {
  readonly key: string;
  /** As it stood in the file; `null`: it was not set. */
  readonly was: unknown;
  /** `null`: it is gone, or set to nothing. */
  readonly now: unknown;
}

export interface EditedSettings {
  readonly text: string;
  readonly changed: readonly SettingChange[];
  /** With one of them the text is of no use. */
  readonly problems: readonly Problem[];
}

interface Draft extends EditedSettings {
  readonly kind: DefinitionKind;
}

/** @param text YAML that can be parsed, or nothing but comments @param settings as typed, `key=value` */
export function editSettings(
  text: string,
  settings: readonly string[],
  kind: DefinitionKind,
): EditedSettings {
  let draft: Draft = { kind, text, changed: [], problems: [] };
  for (const one of settings) draft = withSetting(draft, one);
  return kind === 'routine' ? withEngine(draft, text) : draft;
}

function withSetting(draft: Draft, typed: string): Draft {
  const root = expandedOf(draft);
  const read = readSetting({ kind: draft.kind, root }, typed);
  if (read.kind === 'problem') return withProblems(draft, [read.problem]);
  const wanted = put(root, read.path, read.value);
  const edit = editOf(draft, wanted, read);
  if (edit === null) return withProblems(draft, [noMap(draft, read)]);
  return apply(draft, edit, { ...read, wanted });
}

/** What another engine does not take goes with the one before. */
function withEngine(draft: Draft, before: string): Draft {
  const engineIn = (one: Draft): string => valueText(expandedOf(one), ['agent', 'engine']);
  const keys = draft.changed.map(({ key }) => key);
  if (keys.includes('agent') || engineIn(draft) === engineIn({ ...draft, text: before }))
    return draft;
  const given = new Set(keys.map((key) => key.replace(/^agent\./, '')));
  const changes = changesWithEngine(plainValue(expandedOf(draft)), given);
  return changes.reduce((made: Draft, [key, change]) => {
    const path = ['agent', key];
    const root = expandedOf(made);
    const value = change === null ? null : nodeOfPlain(change);
    const wanted = value === null ? without(root, path) : put(root, path, value);
    const yaml = change === null ? null : yamlValue(change);
    return apply(made, { path, yaml }, { key: path.join('.'), path, value, wanted });
  }, draft);
}

/** The edit of the text, with a short form on the way spelled out; `null`: no map or list can be made there. */
function editOf(
  draft: Draft,
  wanted: DocumentNode,
  { path, value }: Pick<Wanted, 'path'> & { readonly value: DocumentNode },
): YamlEdit | null {
  const [written, expanded] = [writtenOf(draft), expandedOf(draft)];
  for (const [depth, step] of path.entries()) {
    const prefix = path.slice(0, depth);
    const node = nodeAt(written, prefix);
    if (node === undefined || isNothing(node)) break;
    if (holds(node, step)) continue;
    // `- todos` in a list is opened where it stands.
    const isBare = typeof prefix.at(-1) === 'number' && node.kind === 'scalar';
    if (isBare && node.value === step) break;
    const full = nodeAt(expanded, prefix);
    if (full === undefined || !holds(full, step)) return null;
    return { path: prefix, yaml: yamlValue(asWritten(nodeAt(wanted, prefix))) };
  }
  const edit = { path, yaml: yamlValue(plainValue(value)) };
  return OF_THE_VALUE.has(path.join('.')) ? { ...edit, dropComment: true } : edit;
}

/** `needs no account` and `weekdays at 07:00` are said of the value, not of the key. */
const OF_THE_VALUE: ReadonlySet<string> = new Set(['agent.engine', 'agent.model', 'on.schedule']);

function holds({ kind }: DocumentNode, step: string | number): boolean {
  return kind === (typeof step === 'number' ? 'list' : 'map');
}

function isNothing(node: DocumentNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** `on: manual` becomes `on: { manual: true, … }`, as people write it. */
function asWritten(node: DocumentNode | undefined): unknown {
  const plain = node === undefined ? null : plainValue(node);
  if (!isRecord(plain) || canonicalJson(plain['manual']) !== '{}') return plain;
  return { ...plain, manual: true };
}

interface Wanted {
  readonly key: string;
  readonly path: NodePath;
  /** `null`: the key goes. */
  readonly value: DocumentNode | null;
  /** The whole file, as it should read afterwards. */
  readonly wanted: DocumentNode;
}

function apply(draft: Draft, edit: YamlEdit, { key, path, value, wanted }: Wanted): Draft {
  const text = edited(draft.text, edit);
  if (text === null) return withProblems(draft, [notInText(key)]);
  const read = readYaml('--set', new TextEncoder().encode(text));
  if (read.kind === 'problems') return withProblems(draft, read.problems);
  const [made, meant] = [read.root, wanted].map((root) => expand(root, draft.kind));
  if (made === undefined || meant === undefined || valueText(made, []) !== valueText(meant, []))
    return withProblems(draft, [notInText(key)]);
  const was = nodeAt(writtenOf(draft), path) ?? nodeAt(expandedOf(draft), path);
  const change: SettingChange = {
    key,
    was: was === undefined ? null : withoutSecret(path, plainValue(was)),
    now: value === null ? null : plainValue(value),
  };
  return { ...draft, text, changed: [...draft.changed, change] };
}

function edited(text: string, edit: YamlEdit): string | null {
  try {
    return editYaml(text, [edit]);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'yaml-path') return null;
    throw thrown;
  }
}

/** A broken file may hold a secret where only its place should be. */
function withoutSecret(path: NodePath, value: unknown): unknown {
  const isPlace = typeof value === 'string' && /^(?:env|file|command):/.test(value);
  const isWhole = path.length === 1 && HOLDS_SECRETS.has(String(path[0]));
  return isPlace || !(isWhole || isSecret(path)) ? value : '(not shown)';
}

const HOLDS_SECRETS: ReadonlySet<string> = new Set(['connections', 'engines', 'notify', 'page']);

function without(root: DocumentNode, path: NodePath): DocumentNode {
  const [step, ...rest] = path;
  if (root.kind !== 'map' || typeof step !== 'string') return root;
  const entries = [...root.entries].flatMap(([key, entry]) => {
    if (key !== step) return [[key, entry] as const];
    return rest.length === 0 ? [] : [[key, { ...entry, node: without(entry.node, rest) }] as const];
  });
  return mapNode(new Map(entries), root.place);
}

function writtenOf({ text }: Draft): DocumentNode {
  const read = readYaml('--set', new TextEncoder().encode(text));
  return read.kind === 'tree' ? read.root : mapNode(new Map(), null);
}

function expandedOf(draft: Draft): DocumentNode {
  return expand(writtenOf(draft), draft.kind);
}

function expand(root: DocumentNode, kind: DefinitionKind): DocumentNode {
  return kind === 'routine' ? expandShorthands(root) : root;
}

function valueText(root: DocumentNode, path: NodePath): string {
  const node = nodeAt(root, path);
  return node === undefined ? '' : canonicalJson(plainValue(node));
}

function withProblems(draft: Draft, problems: readonly Problem[]): Draft {
  return { ...draft, problems: [...draft.problems, ...problems] };
}

function noMap(draft: Draft, { key, path }: Pick<Wanted, 'key' | 'path'>): Problem {
  const at = path.findIndex((step, depth) => {
    const node = nodeAt(writtenOf(draft), path.slice(0, depth));
    return node !== undefined && !isNothing(node) && !holds(node, step);
  });
  const above = path.slice(0, Math.max(at, 0)).join('.');
  return problemOf(
    `\`${oneLine(above, 60)}\` has a value of its own, so there is no \`${oneLine(key, 100)}\``,
    `Set the whole of it, such as --set '${oneLine(above, 60)}={ ${String(path[at])}: … }'.`,
  );
}

function notInText(key: string): Problem {
  return problemOf(
    `\`${oneLine(key, 100)}\` cannot be set without changing more of the file`,
    'Change it in your editor: `roundsman edit` without --set opens it.',
  );
}

function problemOf(message: string, hint: string): Problem {
  return { file: '--set', line: 1, column: 1, code: 'not-settable', message, hint };
}

// What goes from `agent`, and comes to it, when a routine gets another engine. Pure.

/** A value of `agent`; `null`: the key goes. */
export type AgentChange = readonly [key: string, value: BuiltinRecipe | null];

/**
 * A model is one of its engine: the other one takes its default. The built-in engine gets the recipe for what is collected.
 * @param routine plain, shorthands spelled out, with the new engine @param given keys of `agent` that are set as well
 */
export function changesWithEngine(
  routine: unknown,
  given: ReadonlySet<string>,
): readonly AgentChange[] {
  const agent = isRecord(routine) && isRecord(routine['agent']) ? routine['agent'] : {};
  const engine = engineIds().find((id) => id === agent['engine']);
  const kept = new Set([
    ...given,
    ...(engine === 'builtin' ? ['builtin'] : []),
    ...(engine !== undefined && takesProgram(engine) ? ['command'] : []),
  ]);
  const gone = ['command', 'builtin', 'model'].filter(
    (key) => Object.hasOwn(agent, key) && !kept.has(key),
  );
  const isBare = engine === 'builtin' && !Object.hasOwn(agent, 'builtin');
  const recipe = isBare ? recipeFor(routine) : null;
  return [
    ...gone.map((key) => [key, null] as const),
    ...(recipe === null ? [] : [['builtin', recipe] as const]),
  ];
}

const RECIPES: Readonly<Record<string, BuiltinRecipe>> = {
  todos: 'todo-sweep',
  tickets: 'ticket-digest',
  'release-notes': 'release-check',
};

/** The one that is made for what the routine collects; `null`: none is, or several are. */
function recipeFor(routine: unknown): BuiltinRecipe | null {
  const collect = isRecord(routine) ? routine['collect'] : null;
  if (!Array.isArray(collect)) return null;
  const kinds = collect.flatMap((one: unknown) => (isRecord(one) ? Object.keys(one) : []));
  const made = kinds.flatMap((kind) => RECIPES[kind] ?? []);
  const [first] = made;
  return made.length === 1 ? (first ?? null) : null;
}
