/** The forms in which a value may be written: what is looked for. */
import { escapeMarkdown } from '../text.ts';
import { decodeEscapes, MOST_LEVELS, latin1Of } from './decode-escapes.ts';
import { isDefaultPassword, MIN_SECRET, type Secret } from './secret.ts';

export interface Needle {
  readonly name: string;
  /** What it is a form of: a value, one of its lines, the password in it. */
  readonly part: string;
  readonly text: string;
  /** Programs break it into lines anywhere: base64 and hex. */
  readonly wraps: boolean;
}

/** Longer ones are looked for line by line only. */
const MAX_WHOLE = 4_000;

/**
 * Raw, reversed, JSON-escaped (once, twice, all ASCII), HTML, Markdown, in a shell's quotes, URL-encoded, as a form, UTF-16 and
 * UTF-32 in either order, hex, base64 at its three alignments in both alphabets, also of UTF-16. What is escaped letter by
 * letter is none of them: `decodeEscapes` undoes it. `asBytes`: for text that has one character a byte.
 */
export function needlesOf(secrets: readonly Secret[], asBytes: boolean): readonly Needle[] {
  const found = new Map<string, Needle>();
  for (const { name, value } of secrets) {
    for (const part of partsOf(value)) {
      for (const text of textForms(part)) {
        const bytes = asBytes ? latin1Of(text) : text;
        if (bytes.length >= MIN_SECRET && !found.has(bytes))
          found.set(bytes, { name, part, text: bytes, wraps: false });
      }
      for (const text of wideForms(part))
        if (!found.has(text)) found.set(text, { name, part, text, wraps: false });
      for (const text of byteForms(part))
        if (text.length >= MIN_SECRET && !found.has(text))
          found.set(text, { name, part, text, wraps: true });
    }
  }
  return [...found.values()];
}

/** Where it is looked for: of one that may be broken into lines of eleven letters or more two parts, of which one is whole. */
export function anchorsOf({ text, wraps }: Needle): readonly { offset: number; anchor: string }[] {
  if (!wraps) return [{ offset: 0, anchor: text.slice(0, 6) }];
  const size = Math.min(6, Math.floor(text.length / 2));
  return [0, size].map((offset) => ({ offset, anchor: text.slice(offset, offset + size) }));
}

/** The whole, and each of its lines: programs print them one by one, or indented. */
function partsOf(value: string): readonly string[] {
  const whole = wellFormed(value).trim();
  if (!/[\r\n]/.test(whole)) return [whole, ...passwordIn(whole)];
  const lines = whole
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_SECRET && !line.startsWith('-----'));
  return whole.length > MAX_WHOLE ? lines : [whole, ...lines];
}

/** Of `postgres://user:password@host/name`: programs take it out and use it alone. */
function passwordIn(value: string): readonly string[] {
  const written = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:([^\s/@]{8,})@/i.exec(value)?.[1];
  if (written === undefined || isDefaultPassword(written)) return [];
  const decoded = written.replaceAll(/%([0-9a-f]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [written, decoded];
}

function textForms(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replaceAll(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const html = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [
    value,
    Array.from(value).toReversed().join(''),
    json,
    ascii,
    json.replaceAll('/', String.raw`\/`),
    json.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    JSON.stringify(json).slice(1, -1),
    html,
    html.replaceAll("'", '&#39;'),
    escapeMarkdown(value),
    value.replaceAll("'", String.raw`'\''`),
    ...urlForms(value),
    ...decodedForms(value),
  ];
}

/** Of one that looks escaped itself: what is left of it where another of its letters is escaped, and all are undone together. */
function decodedForms(value: string): readonly string[] {
  const found: string[] = [];
  let decoded = decodeEscapes(value, false);
  while (decoded !== null && found.length < MOST_LEVELS) {
    found.push(decoded.text);
    decoded = decodeEscapes(decoded.text, false);
  }
  return found;
}

function urlForms(value: string): readonly string[] {
  const part = encodeURIComponent(value);
  const strict = part.replaceAll(/[!'()*~]/g, hexOfLetter);
  const form = strict.replaceAll('%20', '+').replaceAll('%2A', '*');
  const all = strict.replaceAll(/[-._]/g, hexOfLetter);
  const forms = [part, strict, strict.replaceAll('%7E', '~'), form, all, encodeURI(value)];
  return [...forms, ...forms.map(lowerHex)];
}

function hexOfLetter(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerHex(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Without what the first and the last letter may share with their neighbours: zeros. */
function wideForms(value: string): readonly string[] {
  return [2, 4]
    .flatMap((width) => [true, false].map((little) => wideBytes(value, { width, little })))
    .map((bytes) => bytes.replaceAll(/^\0+|\0+$/g, ''))
    .filter((bytes) => bytes.length >= MIN_SECRET);
}

/** UTF-16 or UTF-32, one character a byte. */
function wideBytes(
  value: string,
  { width, little }: { readonly width: number; readonly little: boolean },
): string {
  const units = width === 2 ? value.split('') : Array.from(value);
  return units
    .map((unit) => {
      const code = width === 2 ? unit.charCodeAt(0) : (unit.codePointAt(0) ?? 0);
      const bytes = Array.from({ length: width }, (_, at) => (code >>> (8 * at)) & 0xff);
      return String.fromCharCode(...(little ? bytes : bytes.toReversed()));
    })
    .join('');
}

function byteForms(value: string): readonly string[] {
  const bytes = latin1Of(value);
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
  const wide = [true, false].map((little) => wideBytes(value, { width: 2, little }));
  const base64 = [bytes, ...wide].flatMap((all) =>
    [0, 1, 2].map((before) => alignedBase64(all, before)),
  );
  const forURLs = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [hex, hex.toUpperCase(), ...base64, ...forURLs];
}

/** Of what base64 makes of it `before` bytes into a group: the letters that depend on nothing around it. */
function alignedBase64(bytes: string, before: number): string {
  const encoded = btoa('\0'.repeat(before) + bytes);
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  return encoded.slice(from, to);
}

/** Half a letter cannot be encoded. */
function wellFormed(value: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(value));
}
