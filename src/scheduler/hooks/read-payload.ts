/** From the bytes of a delivery to its JSON. Pure; the sender is known by now, and still may send anything. */
import { tryParseJson } from '../../platform/json.ts';
import type { WebhookScheme } from '../../words/trigger.ts';
import { onlyHeader, type HeaderField } from './verify-delivery.ts';

type PayloadForm = 'json' | 'form';

type PayloadReading =
  /** `bytes` are those of the JSON text. */
  | { readonly kind: 'payload'; readonly bytes: Uint8Array; readonly value: unknown }
  | { readonly kind: 'wrong-type' | 'malformed'; readonly reason: string };

/** Deeper than any sender nests; later readers may recurse. */
const MAX_DEPTH = 100;

/** By Content-Type; `null` for anything else, for another charset than UTF-8, and for what is packed. */
export function payloadForm(headers: readonly HeaderField[]): PayloadForm | null {
  if (headers.some(([name, value]) => name === 'content-encoding' && value !== 'identity'))
    return null;
  const [type, ...parameters] = (onlyHeader(headers, 'content-type') ?? '')
    .toLowerCase()
    .split(';');
  const foreign = parameters
    .map((parameter) => parameter.trim())
    .some(
      (parameter) => parameter.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(parameter),
    );
  if (foreign) return null;
  const name = type?.trim() ?? '';
  if (name === 'application/x-www-form-urlencoded') return 'form';
  return /^application\/(?:[a-z0-9.-]{1,100}\+)?json$/.test(name) ? 'json' : null;
}

/** GitHub's webhooks send a form unless told otherwise: the JSON is in its field `payload`. */
export function readPayload(
  body: Uint8Array,
  form: PayloadForm,
  scheme: WebhookScheme,
): PayloadReading {
  if (form === 'form' && scheme !== 'github')
    return { kind: 'wrong-type', reason: 'the body has to be JSON' };
  const text = decodeUtf8(body);
  if (text === null) return { kind: 'malformed', reason: 'the body is not UTF-8' };
  const json = form === 'form' ? payloadField(text) : text;
  if (json === null)
    return { kind: 'malformed', reason: 'the form has no field `payload`, or more than one' };
  if (isDeeperThan(json, MAX_DEPTH))
    return { kind: 'malformed', reason: `the JSON is nested deeper than ${MAX_DEPTH}` };
  const value = tryParseJson(json);
  if (value === undefined) return { kind: 'malformed', reason: 'the body is not JSON' };
  return {
    kind: 'payload',
    bytes: form === 'form' ? new TextEncoder().encode(json) : body,
    value,
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function payloadField(text: string): string | null {
  const fields = text.split('&').filter((field) => field.startsWith('payload='));
  const [field] = fields;
  if (field === undefined || fields.length > 1) return null;
  try {
    return decodeURIComponent(field.slice('payload='.length).replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Counts brackets outside of strings, in one pass and without recursion. */
function isDeeperThan(json: string, max: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > max) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
}
