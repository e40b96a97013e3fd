/** What a body can call, and what every value goes through that no helper for a service made. */
import type { BodyRules } from '../../reports/body-template.ts';
import { localDateOf, localMinuteOf } from '../../words/local-time.ts';
import { plural } from '../../words/text.ts';
import { plainText, tameText, TONGUES } from './tame-text.ts';

/** `json`: between two quotes. `text`: as it stands. */
export type BodyForm = 'json' | 'text';

/** More than any service shows. */
const LONGEST = 200_000;

export function bodyRules(form: BodyForm, timezone: string): Omit<BodyRules, 'maxLength'> {
  const put = (text: string): string =>
    form === 'json' ? JSON.stringify(text).slice(1, -1) : text;
  return {
    helpers: {
      json: (value) => JSON.stringify(value),
      truncate: (value, max) => plainText(shown(value), lengthOf(max)),
      date: (value, kind = 'minute') => dateText(shown(value), kind, timezone),
      plural: (count, one, many) => pluralText(count, one, many),
      ...Object.fromEntries(
        TONGUES.map((tongue) => [
          tongue,
          (value: unknown, max: unknown = LONGEST) => tameText(shown(value), tongue, lengthOf(max)),
        ]),
      ),
      'as-it-is': (value) => put(shown(value)),
      tamed: (value) => put(tameText(shown(value), 'any', LONGEST)),
    },
    through: (helper) => {
      if (helper === 'as-it-is' || (helper === 'json' && form === 'json')) return null;
      return TONGUES.some((tongue) => tongue === helper) ? 'as-it-is' : 'tamed';
    },
  };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('a list or an object is no text: name a part of it, or write {{json …}}');
}

function lengthOf(max: unknown): number {
  if (typeof max === 'number' && Number.isInteger(max) && max > 0) return Math.min(max, LONGEST);
  throw new Error(`a length is a whole number above 0, not ${JSON.stringify(max)}`);
}

/* oxlint-disable-next-line eslint/max-params -- as it is called: an instant, a form; and the zone */
function dateText(iso: string, form: unknown, timezone: string): string {
  if (iso === '') return '';
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new Error(`${JSON.stringify(iso)} is no instant`);
  switch (form) {
    case 'minute':
      return localMinuteOf(instant, timezone);
    case 'date':
      return localDateOf(instant, timezone);
    case 'time':
      return localMinuteOf(instant, timezone).slice(-5);
    default:
      throw new Error('date takes "minute", "date" or "time" behind the instant');
  }
}

/* oxlint-disable-next-line eslint/max-params -- as it is called: a count and its two words */
function pluralText(count: unknown, one: unknown, many: unknown): string {
  if (typeof count !== 'number' || typeof one !== 'string')
    throw new Error('plural takes a number, a word, and its plural where that is not with an s');
  return typeof many === 'string' ? plural(count, one, many) : plural(count, one);
}
