/**
 * What entries of a file begin with before their words: `[BUGFIX] `, `fix(cli): `, `New: `, `**cli:** `, `(cli) `, `#12: `,
 * `[BUG #12](url): `. Pure.
 */
import { categoryOfTitle, NEXT_BEST, type Category } from './category.ts';

export interface Lead {
  /** With `{tag}`, `{scope}` and `{any}` for what changes. */
  readonly template: string;
  /** The word that says the kind of change; `null` when the lead has none. */
  readonly tag: string | null;
  /** The part of the project; `null` when the lead names none. */
  readonly scope: string | null;
  readonly length: number;
}

/** Fewer entries show no strict form. */
const ENOUGH = 5;
/** As headings of Keep a Changelog have it, and short for it. */
const KIND = /^(?:added?|changed?|deprecated?|removed?|fix(?:ed)?|security)$/i;
const SCOPE = String.raw`[A-Za-z][\w.-]*(?:[/:, ]{1,2}[\w.-]+){0,3}`;
const SCOPED = [
  new RegExp(String.raw`^\*\*()(${SCOPE})(?:\*\*:|:\*\*) `),
  new RegExp(String.raw`^(\*\*|\*|_|)\((${SCOPE})\)\1:? `),
  new RegExp(String.raw`^(\`|\*\*\`)(${SCOPE})(?:\`\*\*:|\`:\*\*|\`:) `),
  /^()([a-z][\w./-]{1,40}): /,
];

export function readLead(entry: string): Lead | null {
  const linked = /^\[([A-Za-z]{2,14}) #(\d{1,7})\]\((https?:\/\/[^()\s]{1,280})\):?[ ]/.exec(entry);
  if (linked !== null) {
    const [whole, tag = '', number = ''] = linked;
    const template = whole.replace(tag, '{tag}').replaceAll(number, '{any}');
    return { template, tag, scope: null, length: whole.length };
  }
  const labelled = /^(?:\[?\[#\d{1,7}\]\]?:? |(?:#|GH-)\d{1,7}: )/.exec(entry)?.[0];
  if (labelled !== undefined) {
    const template = labelled.replace(/\d+/, '{any}');
    return { template, tag: null, scope: null, length: labelled.length };
  }
  const bracketed = /^\[([A-Z]{2,14})\]:? /.exec(entry);
  if (bracketed !== null) {
    const [whole, tag = ''] = bracketed;
    return { template: whole.replace(tag, '{tag}'), tag, scope: null, length: whole.length };
  }
  const typed = /^([A-Z]{3,14}|[A-Z]?[a-z]{2,9})(?:\(([\w./, -]{1,40})\))?: /.exec(entry);
  if (typed !== null && categoryOfTitle(typed[1] ?? '') !== null) {
    const [whole, tag = '', scope = null] = typed;
    return { template: '{tag}: ', tag, scope, length: whole.length };
  }
  return /^[*_]{0,2}\W?breaking/i.test(entry) ? null : readScope(entry);
}

function readScope(entry: string): Lead | null {
  for (const pattern of SCOPED) {
    const [whole, , word = ''] = pattern.exec(entry) ?? [];
    if (whole === undefined) continue;
    // `**fixed:** ` says the kind of change, `**cli:** ` the part of the project.
    if (KIND.test(word))
      return {
        template: whole.replace(word, '{tag}'),
        tag: word,
        scope: null,
        length: whole.length,
      };
    return {
      template: whole.replace(word, '{scope}'),
      tag: null,
      scope: word,
      length: whole.length,
    };
  }
  return null;
}

export interface LeadHabit {
  readonly template: string;
  readonly tags: ReadonlyMap<Category, string>;
  /** Parts of the project that leads name. */
  readonly scopes: ReadonlySet<string>;
  /** Four of five entries begin so: one without it would stand out. */
  readonly strict: boolean;
}

interface LeadValues {
  readonly category: Category;
  readonly breaking: boolean;
  readonly scope: string | null;
  readonly number: number | null;
}

/**
 * What most entries begin with; `null` when most begin with their words.
 * @param all entries of the whole file, whose tags and scopes count too
 */
export function learnLead(entries: readonly string[], all: readonly string[]): LeadHabit | null {
  const leads = entries.flatMap((entry) => readLead(entry) ?? []);
  const counts = countOf(leads.map(({ template }) => template));
  const best = [...counts].toSorted((a, b) => b[1] - a[1])[0];
  if (best === undefined || best[1] * 2 < entries.length || best[1] < 2) return null;
  const own = [...entries, ...all]
    .flatMap((entry) => readLead(entry) ?? [])
    .filter(({ template }) => template === best[0]);
  const tags = new Map<Category, string>();
  const byTag = [...countOf(own.flatMap(({ tag }) => tag ?? []))].toSorted(
    // `CHANGE` says a change more plainly than `ENHANCEMENT`.
    (a, b) => Number(/^change/i.test(b[0])) - Number(/^change/i.test(a[0])) || b[1] - a[1],
  );
  for (const [tag] of byTag) {
    const category = categoryOfTitle(tag);
    if (category !== null && !tags.has(category)) tags.set(category, tag);
  }
  return {
    template: best[0],
    tags,
    scopes: new Set(own.flatMap(({ scope }) => scope ?? [])),
    strict: entries.length >= ENOUGH && best[1] * 5 >= entries.length * 4,
  };
}

/** `null`: the commit does not say what the lead of its entry would be. */
export function fillLead(
  { template, tags, scopes }: LeadHabit,
  { category, breaking, scope, number }: LeadValues,
): string | null {
  const own = category === 'changed' ? (['changed'] as const) : NEXT_BEST[category];
  const chain = breaking ? (['breaking', 'changed', ...own] as const) : own;
  const tag = chain.flatMap((one) => tags.get(one) ?? [])[0];
  if (template.includes('{any}') && number === null) return null;
  if (template.includes('{scope}') && scope === null) return null;
  if (template.includes('{tag}') && tag === undefined) {
    // A kind that the file has no word for still has its number.
    return template.includes('{any}')
      ? template.replace('{tag} ', '').replaceAll('{any}', String(number))
      : null;
  }
  const typed = template === '{tag}: ' && scope !== null && scopes.size > 0;
  return (typed ? `{tag}(${scope}): ` : template)
    .replaceAll('{tag}', tag ?? '')
    .replaceAll('{scope}', scope ?? '')
    .replaceAll('{any}', String(number ?? ''));
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
