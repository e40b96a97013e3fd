/** Where the notes past the limit are, whose they are, and how old. One line each. */
import { escapeMarkdown, inlineCode } from '../../../../words/text.ts';
import { countByAge } from '../../age.ts';
import { countWords, type Counted } from '../../count-words.ts';
import { fitLine } from '../../fit-text.ts';
import { countByArea } from '../count-by-area.ts';
import type { SweepPlan } from '../plan-sweep.ts';

const MAX_SHOWN = 8;

export function renderBreakdown({ due }: SweepPlan): string {
  if (due.length < 2) return '';
  const todos = due.map(({ todo }) => todo);
  const areas = countByArea(todos.map(({ path }) => path));
  const owners = countWords(todos.map(({ author }) => author || 'unknown'));
  const ages = countByAge(todos);
  return [
    `- Area: ${ranked(areas, (name) => (name === '' ? 'top folder' : inlineCode(name)))}`,
    `- Owner: ${ranked(owners, (name) => escapeMarkdown(fitLine(name, 60)))}`,
    `- Age: ${ages.map(({ name, count }) => `${name} ${count}`).join(' · ')}`,
  ].join('\n');
}

function ranked(counts: readonly Counted[], show: (name: string) => string): string {
  const shown = counts.slice(0, MAX_SHOWN).map(({ name, count }) => `${show(name)} ${count}`);
  const rest = counts.slice(MAX_SHOWN);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest.length === 0 ? [] : [`${rest.length} others ${others}`])].join(' · ');
}
