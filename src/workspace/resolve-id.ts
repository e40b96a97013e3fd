import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import { matchId } from './match-id.ts';

export interface IdSearch {
  /** What is looked for: `run`, `finding`, `proposal`. */
  readonly noun: string;
  readonly ids: readonly string[];
  /** As typed. */
  readonly text: string;
  /** How to see them all: `roundsman runs`. */
  readonly listedBy: string;
}

/** The one id that is meant; none or several are errors that say what to type. */
export function resolveId(search: IdSearch): string {
  const match = matchId(search.ids, search.text);
  const typed = oneLine(search.text, 80);
  switch (match.kind) {
    case 'one':
      return match.id;
    case 'none':
      throw new AppError('not-found', {
        code: `${search.noun}-unknown`,
        message: `no ${search.noun} matches "${typed}"`,
        hint: `\`${search.listedBy}\` lists them.`,
      });
    case 'many':
      throw new AppError('not-found', {
        code: 'id-ambiguous',
        message: `"${typed}" stands for ${match.ids.length} ${search.noun}s: ${match.ids.slice(0, 5).join(', ')}${match.ids.length > 5 ? ', …' : ''}`,
        hint: 'Type more of the id.',
      });
  }
}
