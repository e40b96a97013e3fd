/** Which definitions a change adds, removes, renames, gives another signature or another body. */
import type { CodeRead, Definition } from '../symbols/code-read.ts';
import { isSameCode } from '../symbols/definitions.ts';
import type { LanguageTable } from '../symbols/language-table.ts';
import type { DefinitionFact, HunkFact } from './file-facts.ts';

interface Change {
  readonly was: CodeRead;
  readonly now: CodeRead;
  /** Those with code in them. */
  readonly hunks: readonly HunkFact[];
  readonly table: LanguageTable;
  readonly lines: (row: number) => string;
  /** Both texts. */
  readonly old: readonly string[];
  readonly young: readonly string[];
}

const MOST_DEFINITIONS = 1_500;
const MOST_MEMBERS = 60;
/** What breaks its users when its members change. */
const SHAPES = new Set(['interface', 'struct', 'enum', 'type']);

export function changedDefinitions(change: Change): readonly DefinitionFact[] {
  const facts = ownChanges(change);
  return [...facts, ...holderChanges(facts, change)].slice(0, MOST_DEFINITIONS);
}

function ownChanges(change: Change): readonly DefinitionFact[] {
  const { was, now, hunks } = change;
  const before = byKey(was.definitions);
  const after = byKey(now.definitions);
  const gone = was.definitions.filter((one) => !after.has(keyOf(one)));
  // Of the old text only what a change touches was looked at.
  const come = now.definitions.filter(
    (one) => !before.has(keyOf(one)) && hunks.some(({ at, end }) => at < one.to && one.from < end),
  );
  const facts: DefinitionFact[] = [];
  const taken = new Set<Definition>();
  for (const one of gone) {
    const successor = come.find((other) => !taken.has(other) && isSuccessor(one, other, hunks));
    if (successor !== undefined) taken.add(successor);
    const at = hunks.find(({ from, to }) => from < one.to && one.from < to)?.at ?? 0;
    const row = successor?.from ?? at;
    facts.push(
      successor === undefined
        ? fact(one, { change: 'removed', to: null, row }, change)
        : fact(one, { change: 'renamed', to: successor.name, row }, change),
    );
  }
  for (const one of come)
    if (!taken.has(one))
      facts.push(fact(one, { change: 'added', to: null, row: one.from }, change));
  for (const [key, olds] of before) {
    const all = after.get(key) ?? [];
    const near = all.filter((one) => hunks.some(({ at, end }) => at <= one.to && one.from <= end));
    const youngs = near.length > 0 ? near : all;
    const first = youngs[0];
    if (first === undefined) continue;
    const kind = whatChanged(olds, youngs, change);
    if (kind !== null && !areSame({ olds, youngs }, change))
      facts.push(fact(kind.definition, { change: kind.change, to: null, row: kind.row }, change));
  }
  return facts;
}

function fact(
  definition: Definition,
  what: Pick<DefinitionFact, 'change' | 'to' | 'row'>,
  { was, now, lines }: Change,
): DefinitionFact {
  const { kind, name, container } = definition;
  const holder = [...now.definitions, ...was.definitions].find(
    (one) => one.name === container && one.heritage.length > 0,
  );
  return {
    kind,
    name: name.slice(0, 200),
    container: container?.slice(0, 200) ?? null,
    ...what,
    text: lines(what.row),
    heritage: [...new Set([...(holder?.heritage ?? []), ...definition.heritage])],
    members: kind === 'interface' ? membersOf(name, was) : [],
  };
}

function membersOf(name: string, { definitions }: CodeRead): string[] {
  return [
    ...new Set(
      definitions
        .filter((one) => one.container === name && one.kind === 'method')
        .map((member) => member.name),
    ),
  ].slice(0, MOST_MEMBERS);
}

/** Laid out again, told of otherwise, or open to more. */
function areSame(
  { olds, youngs }: Record<'olds' | 'youngs', readonly Definition[]>,
  { table, old, young }: Change,
): boolean {
  const textOf = (lines: readonly string[], { from, to }: Definition): string =>
    lines.slice(from, to).join('\n');
  return (
    olds.length === youngs.length &&
    olds.every((one, index) => {
      const other = youngs[index];
      return other !== undefined && isSameCode(textOf(old, one), textOf(young, other), table.id);
    })
  );
}

function whatChanged(
  olds: readonly Definition[],
  youngs: readonly Definition[],
  { hunks, was, now }: Change,
): { change: 'signature' | 'body'; definition: Definition; row: number } | null {
  const signatures = new Set(olds.map(({ signature }) => signature));
  const resigned =
    olds.length === youngs.length
      ? youngs.find(({ signature }) => !signatures.has(signature))
      : (youngs.find(({ signature }) => !signatures.has(signature)) ?? youngs[0]);
  if (resigned !== undefined)
    return { change: 'signature', definition: resigned, row: resigned.from };
  for (const one of youngs) {
    if (isHolder(one)) continue;
    const hunk = hunks.find(
      ({ at, end }) =>
        (at < end ? at < one.to && one.from < end : one.from < at && at < one.to) &&
        isInnermost(one, { at, end }, now),
    );
    if (hunk !== undefined)
      return { change: 'body', definition: one, row: Math.max(hunk.at, one.from) };
  }
  for (const [index, one] of olds.entries()) {
    if (isHolder(one)) continue;
    const later = youngs[index] ?? youngs[0];
    const hunk = hunks.find(
      ({ from, to }) =>
        from < to && from < one.to && one.from < to && isInnermost(one, { at: from, end: to }, was),
    );
    if (hunk !== undefined && later !== undefined)
      return {
        change: 'body',
        definition: later,
        row: Math.min(hunk.at, Math.max(later.from, later.to - 1)),
      };
  }
  return null;
}

/** Its members change for themselves. */
function isHolder({ kind }: Definition): boolean {
  return kind === 'class' || kind === 'namespace' || SHAPES.has(kind);
}

/** Nothing smaller holds all of the change. */
function isInnermost(
  one: Definition,
  { at, end }: { readonly at: number; readonly end: number },
  { definitions }: CodeRead,
): boolean {
  return !definitions.some(
    (other) =>
      other !== one &&
      other.from >= one.from &&
      other.to <= one.to &&
      other.to - other.from < one.to - one.from &&
      other.from <= at &&
      end <= other.to,
  );
}

/** A new name at the place of an old one. */
function isSuccessor(old: Definition, young: Definition, hunks: readonly HunkFact[]): boolean {
  if (old.kind !== young.kind || old.container !== young.container) return false;
  const renamed = old.signature.replaceAll(old.name, young.name);
  if (renamed === young.signature) return true;
  return hunks.some(
    ({ from, to, at, end }) =>
      from <= old.from &&
      old.from < to &&
      at <= young.from &&
      young.from < end &&
      from - old.from === at - young.from,
  );
}

/** Changed holders: `members` if changed members matter to its users, `signature` for a class with another constructor. */
function holderChanges(
  facts: readonly DefinitionFact[],
  change: Change,
): readonly DefinitionFact[] {
  const { was, table } = change;
  const own = new Set(facts.map(({ name }) => name));
  const found = new Map<string, DefinitionFact>();
  for (const member of facts) {
    const { container } = member;
    if (container === null || own.has(container)) continue;
    const holder = was.definitions.find((one) => one.name === container);
    if (holder === undefined || found.has(container)) continue;
    const isConstructor = member.name === (table.constructor ?? container);
    if (isConstructor && member.change !== 'body') {
      found.set(
        container,
        fact(holder, { change: 'signature', to: null, row: member.row }, change),
      );
    } else if (member.change !== 'body' && countsFor(holder, member)) {
      found.set(container, fact(holder, { change: 'members', to: null, row: member.row }, change));
    }
  }
  return [...found.values()];
}

/** Abstract methods bind those who extend a class; other methods of it, only those who call them. */
function countsFor(holder: Definition, member: DefinitionFact): boolean {
  if (SHAPES.has(holder.kind)) return member.kind !== 'method' || holder.kind === 'interface';
  return /\babstract\b|\babstractmethod\b/.test(member.text);
}

function keyOf({ container, name }: Definition): string {
  return `${container ?? ''} ${name}`;
}

function byKey(definitions: readonly Definition[]): Map<string, Definition[]> {
  const found = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    const known = found.get(key);
    if (known === undefined) found.set(key, [definition]);
    else known.push(definition);
  }
  return found;
}
