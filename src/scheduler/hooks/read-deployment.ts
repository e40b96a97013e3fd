/** What a delivery says of a deployment, for each kind of sender. Pure. */
import { isRecord } from '../../platform/json.ts';
import { assertNever } from '../../words/errors.ts';
import type { WebhookScheme } from '../../words/trigger.ts';

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
