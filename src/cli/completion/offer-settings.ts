/** Keys and words for `--set key=value`. Pure. */
import type { Offer } from './offer.ts';
import { SETTINGS } from './settings.ts';

/** Before the `=` keys are offered, behind it the words that the key allows. */
export function offerSettings(typed: string): Offer {
  const lines = SETTINGS.trim()
    .split('\n')
    .map((line) => line.split(' '));
  const equals = typed.indexOf('=');
  if (equals < 0) {
    const candidates = lines.map(([key = '', ...choices]) => ({
      value: `${key}=`,
      text: choices.join(', '),
    }));
    return { candidates, directive: 'nospace' };
  }
  const key = typed.slice(0, equals);
  const choices = lines.find(([name]) => name === key)?.slice(1) ?? [];
  return {
    candidates: choices.map((value) => ({ value: `${key}=${value}`, text: '' })),
    directive: 'words',
  };
}
