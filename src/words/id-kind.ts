/** What an id is of, as far as its form says: `F-3fa9` is a finding. Pure. */

export type IdKind =
  | 'finding'
  | 'request'
  | 'item'
  | 'decision'
  | 'knowledge'
  | 'branch group'
  | 'message';

const FORMS: readonly (readonly [IdKind, RegExp])[] = [
  ['finding', /^f-[0-9a-f]+$/i],
  ['request', /^p-[0-9a-z]+(-\d+)?$/i],
  ['item', /^rm-\d+$/i],
  ['decision', /^d-\d+$/i],
  ['knowledge', /^k-\d+$/i],
  ['branch group', /^s-[0-9a-f]+$/i],
  // Comments on branches are numbered: M-1.
  ['message', /^m-(?!\d{1,5}$)[0-9a-f]+$/i],
];

/** `null`: a run, a routine, a branch, or nothing that is known. */
export function idKindOf(text: string): IdKind | null {
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? null;
}
