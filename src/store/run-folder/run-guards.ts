/**
 * From a run's files to what the rest of the code works with, whichever Roundsman wrote them: what an older one did not
 * know yet is filled in; of a newer one's is taken what can be read. Apart from the store, so that supervisors load
 * nothing else.
 */
import { isRecord } from '../../platform/json.ts';
import { isRoutineId, isRunId, isSlotKey } from '../../words/ids.ts';
import { DEFAULT_POLICY } from '../../words/policy.ts';
import { DEFAULT_DISK_FLOOR_BYTES } from '../../words/resource-limits.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../words/run-spec.ts';
import { EMPTY_PROGRESS, RUN_STEPS, type RunRecord } from '../../words/run.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `null` when it is not a spec of any Roundsman. */
export function readRunSpec(value: unknown): RunSpec | null {
  if (!isRecord(value)) return null;
  const filled = filledIn(value, isNewer(value) ? filledIn(SHOWN, SPEC) : SPEC);
  return isRunSpec(filled) ? filled : null;
}

/** The same of a record. What a newer one has come to may have no word here: then it is told as waiting. */
export function readRunRecord(value: unknown): RunRecord | null {
  if (!isRecord(value)) return null;
  const filled = filledIn(value, RECORD);
  const { agentExit } = filled;
  const exit = isRecord(agentExit) ? filledIn(agentExit, EXIT) : agentExit;
  const phase = isPhase(filled['phase']) || !isNewer(value) ? filled['phase'] : { kind: 'queued' };
  const record = { ...filled, agentExit: exit, phase };
  return isRunRecord(record) ? record : null;
}

/** The fields of a routine that were not there from the beginning; of a spec, or of a pinned definition. */
export const LATER_ROUTINE_FIELDS: Fields = {
  permissions: {
    env: [],
    network: { allow: [], setup: ['registries'] },
    read: [],
    write: [],
    onDenied: 'report',
  },
  acceptRisk: null,
  workspace: { serve: null },
  agent: { model: null, maxTurns: null, fallbacks: [], variants: [] },
  limits: {
    budget: null,
    parkMaxMs: 0,
    retry: { max: 0, on: ['rate-limit', 'network'], backoffMs: [60_000, 300_000] },
  },
};

const SPEC: Fields = {
  event: null,
  inputs: {},
  attempt: 1,
  routine: LATER_ROUTINE_FIELDS,
  settings: {
    timezone: 'UTC',
    trackReports: false,
    diskFloorBytes: DEFAULT_DISK_FLOOR_BYTES,
    engines: {},
    budget: null,
  },
};

/** What lists show, for a spec whose form is not known. */
const SHOWN: Fields = {
  definition: { path: '', hash: '', source: 'ref', overrides: [] },
  window: { from: null, to: '', uncovered: null },
  routine: { policy: DEFAULT_POLICY, agent: { engine: 'unknown' } },
};

const RECORD: Fields = {
  sequence: 0,
  agentExit: null,
  session: null,
  earlier: [],
  failure: null,
  skipped: null,
  progress: { ...EMPTY_PROGRESS },
};

const EXIT: Fields = { denied: [], outcome: null, gateway: null };

/** `value`, with what it lacks of `defaults`, at any depth. */
export function filledIn(value: Fields, defaults: Fields): Fields {
  const filled: Record<string, unknown> = { ...value };
  for (const [key, fallback] of Object.entries(defaults)) {
    const found = filled[key];
    if (found === undefined) filled[key] = fallback;
    else if (isRecord(found) && isRecord(fallback)) filled[key] = filledIn(found, fallback);
  }
  return filled;
}

function isNewer(value: Fields): boolean {
  return typeof value['protocol'] === 'number' && value['protocol'] > RUN_PROTOCOL;
}

function isRunSpec(value: unknown): value is RunSpec {
  if (!isRecord(value)) return false;
  const { routine, slot, workspace, admittedBy } = value;
  return (
    isProtocol(value['protocol']) &&
    isText(value['id'], isRunId) &&
    typeof value['admittedAt'] === 'string' &&
    isRecord(routine) &&
    isText(routine['id'], isRoutineId) &&
    isRecord(routine['agent']) &&
    isRecord(slot) &&
    isText(slot['key'], isSlotKey) &&
    typeof slot['scheduledFor'] === 'string' &&
    isRecord(workspace) &&
    typeof workspace['stateDir'] === 'string' &&
    isRecord(value['definition']) &&
    isRecord(value['window']) &&
    isIdentity(admittedBy)
  );
}

function isRunRecord(value: unknown): value is RunRecord {
  return (
    isRecord(value) &&
    isProtocol(value['protocol']) &&
    typeof value['sequence'] === 'number' &&
    isPhase(value['phase']) &&
    isRecord(value['progress'])
  );
}

function isPhase(phase: unknown): boolean {
  if (!isRecord(phase)) return false;
  const { kind, cursor } = phase;
  if (kind === 'queued') return true;
  if (kind === 'ended') return typeof phase['endedAt'] === 'string';
  if (kind === 'waiting') return isRecord(phase['question']);
  if (kind === 'parked') return typeof phase['until'] === 'string';
  return (
    kind === 'running' &&
    isRecord(cursor) &&
    STEPS.has(cursor['step']) &&
    isIdentity(phase['supervisor'])
  );
}

const STEPS: ReadonlySet<unknown> = new Set(RUN_STEPS);

function isProtocol(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function isIdentity(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['pid'] === 'number' &&
    typeof value['startTime'] === 'string' &&
    typeof value['bootId'] === 'string'
  );
}

function isText(value: unknown, guard: (text: string) => boolean): boolean {
  return typeof value === 'string' && guard(value);
}
