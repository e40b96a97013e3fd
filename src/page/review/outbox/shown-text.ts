import { trusted, type Html } from '../../html.ts';
import { visibleText } from '../diff/visible-text.ts';

/** Line ends stay: those of an item are real. */
export function shown(text: string): Html {
  return trusted(text.slice(0, 50_000).split('\n').map(visibleText).join('\n'));
}
