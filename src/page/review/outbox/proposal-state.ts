/** What state a proposal is in, in a word. */
import type { Proposal } from '../../../words/proposal.ts';
import { html, type Html } from '../../html.ts';

export function waitsForPerson({ state }: Proposal): boolean {
  return WAITING.has(state);
}

const WAITING: ReadonlySet<string> = new Set(['held', 'failed']);

export function stateTag({ state }: Proposal): Html {
  return html`<span class="tag ${TONES[state] ?? ''}">${WORDS[state] ?? state}</span>`;
}

const TONES: Readonly<Record<string, string>> = {
  held: 'warn',
  approved: 'warn',
  applied: 'good',
  failed: 'bad',
  refused: 'bad',
};
const WORDS: Readonly<Record<string, string>> = {
  held: 'waits for you',
  approved: 'being applied',
};
