import type { TodoFact } from '../../../../words/facts.ts';
import { escapeMarkdown } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { noteAge, noteAuthor, notePlace, noteTitle } from '../describe-note.ts';

/** A note on one line of a list: place, words, author and age. */
export function noteLine(todo: TodoFact): string {
  const text = escapeMarkdown(fitLine(noteTitle(todo), 160));
  return `${notePlace(todo)} ${text} (${noteAuthor(todo, 60)}, ${noteAge(todo)})`;
}
