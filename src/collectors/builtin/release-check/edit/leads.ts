/** What entries of a file begin with before their words: `[BUGFIX] `, `fix: `, `**cli:** `, `[BUG #12](url): `. Pure. */
import { categoryOfTitle, NEXT_BEST, type Category } from './category.ts';

export interface Lead {
  readonly template: string;
  /** The word that says the kind of change; `null` when the lead has none. */
  readonly tag: string | null;
  readonly length: number;
}

/** As headings of Keep a Changelog have it, and short for it. */
const KIND = /^(?:added?|changed?|deprecated?|removed?|fix(?:ed)?|security)$/i;

export function readLead(entry: string): Lead | null {
  const linked = /^\[([A-Za-z]{2,14}) #(\d{1,7})\]\((https?:\/\/[^()\s]{1,280})\):?[ ]/.exec(entry);
  if (linked !== null) {
    const [whole, tag = '', number = ''] = linked;
    return {
      template: whole.replace(tag, '{tag}').replaceAll(number, '{any}'),
      tag,
      length: whole.length,
    };
  }
  const labelled = /^\[?\[#(\d{1,7})\]\]?:? /.exec(entry)?.[0];
  if (labelled !== undefined) {
    const template = labelled.replace(/\d+/, '{any}');
    return { template, tag: null, length: labelled.length };
  }
  const bracketed = /^\[([A-Z]{2,14})\]:? /.exec(entry);
  if (bracketed !== null) {
    const [whole, tag = ''] = bracketed;
    return { template: whole.replace(tag, '{tag}'), tag, length: whole.length };
  }
  const typed = /^([A-Z]{3,14}|[a-z]{3,9})(?:\([\w./, -]{1,40}\))?: /.exec(entry);
  if (typed !== null && categoryOfTitle(typed[1] ?? '') !== null) {
    return { template: '{tag}: ', tag: typed[1] ?? '', length: typed[0].length };
  }
  const bold = /^\*\*([^*:]{1,40})(:\*\*|\*\*:) /.exec(entry);
  if (bold === null || /breaking/i.test(bold[1] ?? '')) return null;
  const [whole, word = '', close = ''] = bold;
  // `**fixed:** ` says the kind of change, `**cli:** ` the part of the project.
  return KIND.test(word)
    ? { template: `**{tag}${close} `, tag: word, length: whole.length }
    : { template: `**{scope}${close} `, tag: null, length: whole.length };
}

export interface LeadHabit {
  readonly template: string;
  readonly tags: ReadonlyMap<Category, string>;
}

/** What most entries begin with; `null` when most begin with their words. */
export function learnLead(entries: readonly string[]): LeadHabit | null {
  const leads = entries.flatMap((entry) => readLead(entry) ?? []);
  const counts = countOf(leads.map(({ template }) => template.replaceAll(/\{any\}/g, '{any}')));
  const best = [...counts].toSorted((a, b) => b[1] - a[1])[0];
  if (best === undefined || best[1] * 2 < entries.length || best[1] < 2) return null;
  const tags = new Map<Category, string>();
  const byTag = [...countOf(leads.flatMap(({ tag }) => tag ?? []))].toSorted(
    // `CHANGE` says a change more plainly than `ENHANCEMENT`.
    (a, b) => Number(/^change/i.test(b[0])) - Number(/^change/i.test(a[0])) || b[1] - a[1],
  );
  for (const [tag] of byTag) {
    const category = categoryOfTitle(tag);
    if (category !== null && !tags.has(category)) tags.set(category, tag);
  }
  return { template: best[0], tags };
}

export function fillLead(
  { template, tags }: LeadHabit,
  values: {
    readonly category: Category;
    readonly breaking: boolean;
    readonly scope: string | null;
    readonly number: number | null;
  },
): string {
  const own = values.category === 'changed' ? (['changed'] as const) : NEXT_BEST[values.category];
  const chain = values.breaking ? (['breaking', 'changed', ...own] as const) : own;
  const tag = chain.flatMap((one) => tags.get(one) ?? [])[0];
  if (template.includes('{tag}') && tag === undefined) {
    // A kind that the file has no word for still has its number.
    return template.includes('{any}') && values.number !== null
      ? template.replace('{tag} ', '').replaceAll('{any}', String(values.number))
      : '';
  }
  if (template.includes('{scope}') && values.scope === null) return '';
  if (template.includes('{any}') && values.number === null) return '';
  return template
    .replaceAll('{tag}', tag ?? '')
    .replaceAll('{scope}', values.scope ?? '')
    .replaceAll('{any}', String(values.number ?? ''));
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
