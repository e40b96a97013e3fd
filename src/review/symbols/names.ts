import type { LanguageTable } from './language-table.ts';

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
