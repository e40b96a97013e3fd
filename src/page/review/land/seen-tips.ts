/** The tips that a person looked at, as a form carries them. */
import { AppError } from '../../../words/errors.ts';

/** Throws `usage` for anything but names with commit ids. */
export function seenTips(text: string): Readonly<Record<string, string>> {
  const entries = entriesOf(text);
  if (entries !== null && entries.length > 0) return Object.fromEntries(entries);
  throw new AppError('usage', {
    code: 'tips-unread',
    message: 'the form does not say which state of the branches was looked at',
    hint: 'Open the page again, and act from there.',
  });
}

function entriesOf(text: string): readonly (readonly [string, string])[] | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const entries = Object.entries(read).flatMap(([branch, tip]: [string, unknown]) =>
      typeof tip === 'string' && /^[0-9a-f]{40,64}$/.test(tip) ? [[branch, tip] as const] : [],
    );
    return entries.length === Object.keys(read).length ? entries : null;
  } catch {
    return null;
  }
}
