/** The query of an agent's request, read once and written again, so that no server reads another one. Pure. */
import { inlineCode, oneLine } from '../../words/text.ts';
import { carriesCredential } from './headers.ts';

export type Query =
  | {
      readonly kind: 'plain';
      /** With its `?`; '' for none. */
      readonly text: string;
      /** Of `key`, which is where some programs put theirs: they do not continue. */
      readonly keys: readonly string[];
    }
  /** `why`: a sentence. */
  | { readonly kind: 'refused'; readonly why: string; readonly keys: readonly string[] };

/** `alt`, `$alt`, `page_size`, `filter[state]`: with anything else in it servers may disagree on where a name ends. */
const NAME = /^[A-Za-z_$][\w.$-]{0,100}(\[[\w-]{0,40}\]){0,3}$/;

/** @param token of the run: `key` may carry it, and nothing else may be a key */
export function readQuery(target: string, isToken: (text: string) => boolean): Query {
  const at = target.indexOf('?');
  if (at === -1) return { kind: 'plain', text: '', keys: [] };
  const kept: string[] = [];
  const keys: string[] = [];
  let why: string | null = null;
  // Some servers also end a parameter at a semicolon.
  for (const part of target.slice(at + 1).split(/[&;]/)) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? null : decoded(part.slice(equals + 1));
    if (name !== null && name.toLowerCase() === 'key' && value !== null && isToken(value))
      keys.push(value);
    else if (name === null || !NAME.test(name))
      why ??= `the query parameter ${inlineCode(oneLine(part, 100))} has a name that servers may read in more than one way`;
    else if (carriesCredential(name))
      why ??= `the query parameter ${inlineCode(name)} may carry a key: the run's token alone is taken, as \`key\` or in a header`;
    else if (value === null && equals !== -1)
      why ??= `the query parameter ${inlineCode(name)} is not encoded as UTF-8`;
    else kept.push(equals === -1 ? encoded(name) : `${encoded(name)}=${encoded(value ?? '')}`);
  }
  if (why !== null) return { kind: 'refused', why, keys };
  return { kind: 'plain', text: kept.length === 0 ? '' : `?${kept.join('&')}`, keys };
}

/** As a form is decoded: once. `null` when it is not UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%24', '$').replaceAll('%2C', ',');
}
