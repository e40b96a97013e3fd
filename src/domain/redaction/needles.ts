/** The forms in which a value may be written: what is looked for. */
import { escapeMarkdown } from '../text.ts';
import { MIN_SECRET, type Secret } from './secret.ts';

export interface Needle {
  readonly name: string;
  readonly text: string;
  /** Programs break it into lines anywhere: base64 and hex. */
  readonly wraps: boolean;
}

/** Longer ones are looked for line by line only. */
const MAX_WHOLE = 4_000;

/**
 * Raw, JSON-escaped (once, twice, all ASCII), HTML, Markdown, in a shell's quotes, URL-encoded, as a form, hex, base64 at
 * its three alignments in both alphabets. `asBytes`: for text that has one character a byte.
 */
export function needlesOf(secrets: readonly Secret[], asBytes: boolean): readonly Needle[] {
  const found = new Map<string, Needle>();
  for (const { name, value } of secrets) {
    for (const part of partsOf(value)) {
      for (const text of textForms(part)) {
        const bytes = asBytes ? latin1Of(text) : text;
        if (bytes.length >= MIN_SECRET && !found.has(bytes))
          found.set(bytes, { name, text: bytes, wraps: false });
      }
      for (const text of byteForms(part))
        if (text.length >= MIN_SECRET && !found.has(text))
          found.set(text, { name, text, wraps: true });
    }
  }
  return [...found.values()];
}

/** Two parts of a value that may be broken into lines of eleven letters or more: one of them is whole. */
export function anchorsOf({ text }: Needle): readonly { offset: number; anchor: string }[] {
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
  if (written === undefined) return [];
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
  ];
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

function byteForms(value: string): readonly string[] {
  const bytes = latin1Of(value);
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
  const base64 = [0, 1, 2].map((before) => alignedBase64(bytes, before));
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

/** Its UTF-8, one character a byte. */
export function latin1Of(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
