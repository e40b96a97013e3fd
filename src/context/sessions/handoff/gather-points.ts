/** What was said, thought and recorded in a session, sorted into what was decided, ruled out and left open. Pure. */
import { oneLine } from '../../../words/text.ts';
import type { TranscriptEntry } from '../../transcript.ts';
import type { Point, RecordedDecision } from './contract.ts';
import { sentencesOf } from './sentences.ts';
import { isReason, signalsOf, type Signal } from './signals.ts';

export type SaidPoints = Readonly<Record<Signal, readonly Point[]>>;

/** What was recorded counts before what was said, that before what was thought; what is newer before what is older. */
const RECORDED = 1_000;
const SAID = 100;
const MAX_POINT = 600;
/** What is left open is said near the end; before, most of it was done since. */
const LAST_SAID = 6;

export function gatherPoints(
  entries: readonly TranscriptEntry[],
  decisions: readonly RecordedDecision[],
): SaidPoints {
  const points: Record<Signal, Point[]> = { decided: [], 'ruled-out': [], open: [] };
  const seen = new Set<string>();
  const add = (signal: Signal, text: string, weight: number): void => {
    const flat = oneLine(text, MAX_POINT);
    const key = `${signal} ${flat.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')}`;
    if (seen.has(key)) return;
    seen.add(key);
    points[signal].push({ text: flat, weight });
  };
  for (const one of decisions) add('decided', recordedWords(one), RECORDED);
  const spoken = entries.filter((entry) => entry.kind === 'said' || entry.kind === 'thought');
  const fromEnd = entries.filter(({ kind }) => kind === 'said').slice(-LAST_SAID);
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'tool' && /(^|[_.-])record_decision$/.test(entry.name) && entry.ok !== false)
      add('decided', `recorded: ${entry.summary}`, RECORDED);
    if (entry.kind !== 'said' && entry.kind !== 'thought') continue;
    const age = spoken.length === 0 ? 0 : index / entries.length;
    const weight = (entry.kind === 'said' ? SAID : 0) + Math.round(age * 50);
    for (const { signal, text } of pointsIn(entry.text)) {
      // A thought that something is left to do is mostly its next move.
      if (signal !== 'open') add(signal, text, weight);
      else if (entry.kind === 'said' && fromEnd.includes(entry)) add(signal, text, weight);
    }
  }
  return points;
}

function recordedWords({ title, decision, reason }: RecordedDecision): string {
  const why = reason.trim() === '' ? '' : ` Because: ${reason}`;
  return `recorded: ${title.trim() === '' ? '' : `${title}: `}${decision}${why}`;
}

function pointsIn(text: string): readonly { readonly signal: Signal; readonly text: string }[] {
  const sentences = sentencesOf(text);
  const found: { signal: Signal; text: string }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1];
    const why = next !== undefined && isReason(next) ? ` ${next}` : '';
    for (const signal of signalsOf(sentence)) found.push({ signal, text: `${sentence}${why}` });
  }
  return found;
}
