import type { TranscriptStep } from '../../transcript.ts';
import { wholeWords } from '../whole-words.ts';

const ITEM = /^\s*[-*] \[([ xX~/])\] (.*)$/;

/** Of a tool that keeps its steps as one list in Markdown: `- [x] done`. `null`: it is none. */
export function checklistSteps(list: string): readonly TranscriptStep[] | null {
  const steps = list.split('\n', 500).flatMap((line): readonly TranscriptStep[] => {
    const [, mark, text] = ITEM.exec(line.slice(0, 1_000)) ?? [];
    if (mark === undefined || text === undefined) return [];
    const state = mark === ' ' ? 'open' : /x/i.test(mark) ? 'done' : 'doing';
    return [{ text: wholeWords(text), state }];
  });
  return steps.length === 0 ? null : steps;
}
