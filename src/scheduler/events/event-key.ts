/** Keys of the slots that events make. An id comes from outside and may be anything. */
import { sha256 } from '../../platform/hash.ts';
import { isSlotKey, type SlotKey } from '../../words/ids.ts';
import type { SlotEvent } from '../../words/slot.ts';

/** Keys become file names, which end at 255 bytes. */
const MAX_ENCODED = 200;
const HASHED = 'sha256-';
const PRINTABLE = /^[\x21-\x7e]*$/;

/** `event:webhook:<id>`; an id that is too long, or has anything but printable ASCII, is hashed. */
export function eventKey(kind: SlotEvent['kind'], id: string): SlotKey {
  return readableKey(kind, id) ?? certain(`event:${kind}:${HASHED}${sha256(id)}`);
}

/**
 * `event:deployment:<environment>/<id>/<state>`: an id is unique within its environment, and a deployment makes one
 * slot in each state that a routine listens to.
 */
export function deploymentKey(deployment: {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
}): SlotKey {
  const parts = [deployment.environment, deployment.id, deployment.state];
  if (parts.every((part) => PRINTABLE.test(part) && !part.startsWith(HASHED))) {
    const key = readableKey('deployment', parts.map(withoutSlashes).join('/'));
    if (key !== null) return key;
  }
  return certain(`event:deployment:${HASHED}${sha256(JSON.stringify(parts))}`);
}

/** `null` for an id that does not fit, and for one that looks like a hash of ours. */
function readableKey(kind: SlotEvent['kind'], id: string): SlotKey | null {
  if (!PRINTABLE.test(id) || id.startsWith(HASHED)) return null;
  const key = `event:${kind}:${id}`;
  return isSlotKey(key) && encodeURIComponent(key).length <= MAX_ENCODED ? key : null;
}

/** So that parts joined by slashes can be told apart. */
function withoutSlashes(part: string): string {
  return part.replace(/[%/]/g, encodeURIComponent);
}

function certain(key: string): SlotKey {
  if (isSlotKey(key)) return key;
  throw new TypeError(`no key of a slot: ${key}`);
}
