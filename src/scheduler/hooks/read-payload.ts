/** From the bytes of a delivery to its JSON. Pure; the sender is known by now, and still may send anything. */
import { tryParseJson, isRecord } from '../../platform/json.ts';
import { assertNever } from '../../words/errors.ts';
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

// What a delivery says of a deployment, for each kind of sender. Pure.
export interface HookPayload {
  readonly scheme: WebhookScheme;
  /** The delivery's id. */
  readonly id: string;
  /** What a header calls it. */
  readonly event: string | null;
  readonly value: unknown;
}

interface HookDeployment {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
  readonly previous: string | null;
  readonly deployed: string;
  readonly summary: string;
}

type DeploymentReading =
  | { readonly kind: 'deployment'; readonly deployment: HookDeployment }
  /** It is about something else, or lacks what makes a deployment. */
  | { readonly kind: 'other'; readonly reason: string };

export function readDeployment(payload: HookPayload): DeploymentReading {
  switch (payload.scheme) {
    case 'standard':
      return fromStandard(payload);
    case 'github':
      return fromGithub(payload);
    case 'gitlab-token':
      return fromGitlab(payload);
    default:
      return assertNever(payload.scheme);
  }
}

/** Ours: `{"type": "deployment", "data": {…}}`, or the fields beside `type`. */
function fromStandard({ id, value }: HookPayload): DeploymentReading {
  if (textAt(value, 'type') !== 'deployment') return other(`its type is not "deployment"`);
  const fields = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  return complete({
    id: textAt(fields, 'id') ?? id,
    environment: textAt(fields, 'environment'),
    state: textAt(fields, 'state') ?? 'success',
    previous: textAt(fields, 'previous'),
    deployed: textAt(fields, 'deployed'),
    place: textAt(fields, 'summary'),
  });
}

/** `deployment_status` for each change of state; `deployment` when one is created. */
function fromGithub({ event, value }: HookPayload): DeploymentReading {
  if (event !== 'deployment_status' && event !== 'deployment')
    return other(`the event ${event ?? 'without a name'} is not a deployment`);
  const id = textAt(value, 'deployment', 'id');
  return complete({
    id: id === null ? null : `github-${id}`,
    environment:
      textAt(value, 'deployment_status', 'environment') ??
      textAt(value, 'deployment', 'environment'),
    state: event === 'deployment' ? 'created' : textAt(value, 'deployment_status', 'state'),
    previous: null,
    deployed: textAt(value, 'deployment', 'sha'),
    place: textAt(value, 'repository', 'full_name'),
  });
}

/** The whole commit stands in the address of its page only. */
function fromGitlab({ value }: HookPayload): DeploymentReading {
  const kind = textAt(value, 'object_kind') ?? textAt(value, 'event_name');
  if (kind !== 'deployment')
    return other(`${kind ?? 'an event without a kind'} is not a deployment`);
  const id = textAt(value, 'deployment_id');
  const commit = /\/commit\/([0-9a-f]{40,64})$/.exec(textAt(value, 'commit_url') ?? '')?.[1];
  return complete({
    id: id === null ? null : `gitlab-${id}`,
    environment: textAt(value, 'environment'),
    state: textAt(value, 'status'),
    previous: null,
    deployed: commit ?? textAt(value, 'short_sha'),
    place: textAt(value, 'project', 'path_with_namespace'),
  });
}

function complete(found: {
  readonly id: string | null;
  readonly environment: string | null;
  readonly state: string | null;
  readonly previous: string | null;
  readonly deployed: string | null;
  readonly place: string | null;
}): DeploymentReading {
  const { id, environment, state, previous, deployed, place } = found;
  if (id === null) return other('the deployment has no id');
  if (environment === null) return other('the deployment has no environment');
  if (state === null) return other('the deployment has no state');
  if (deployed === null) return other('the deployment does not say what was deployed');
  const summary = `${deployed.slice(0, 12)} to ${environment}: ${state}${place === null ? '' : ` (${place})`}`;
  return {
    kind: 'deployment',
    deployment: { id, environment, state, previous, deployed, summary },
  };
}

function other(reason: string): DeploymentReading {
  return { kind: 'other', reason };
}

/**
 * Looking into a payload without trusting its shape.
 * The text at a path of field names; whole numbers count as text, everything else as `null`.
 */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  let at = value;
  for (const name of path) at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : null;
  if (typeof at === 'number') return Number.isSafeInteger(at) ? String(at) : null;
  return typeof at === 'string' && at.trim() !== '' ? at : null;
}
