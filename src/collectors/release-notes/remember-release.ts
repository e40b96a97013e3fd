/** Which deployment was checked, and by which run. Pure. */
import type { CollectorMemory, ReleaseNotesFacts } from '../../words/facts.ts';
import { isCommitSha, isRunId, type CommitSha, type RunId } from '../../words/ids.ts';
import type { RememberRequest } from '../contract.ts';

export interface DeploymentMemory {
  /** What was deployed before; `null`: nothing had been seen. */
  readonly previous: CommitSha | null;
  readonly deployed: CommitSha;
  /** The first run that checked it. */
  readonly run: RunId;
  /** The nominal instant of that run, ISO 8601. */
  readonly at: string;
}

/** Refs that routines no longer follow are kept, so that following one again continues where it was. */
const MAX_REFS = 100;

/**
 * `{ deployments: { <ref>: … } }`. A run that was overtaken by one for a later moment leaves that one's word; the same
 * deployment keeps the run that checked it first.
 */
export function rememberRelease({
  facts,
  window,
  run,
  current,
}: RememberRequest<ReleaseNotesFacts>): unknown {
  const { deployment } = facts;
  if (deployment === null) return undefined;
  const deployments = readDeployments(current);
  const { ref, previous, deployed } = deployment;
  const known = deployments.get(ref);
  if (
    known !== undefined &&
    (known.deployed === deployed || Date.parse(known.at) > Date.parse(window.to))
  )
    return { deployments: Object.fromEntries(deployments) };
  deployments.delete(ref);
  deployments.set(ref, { previous, deployed, run, at: window.to });
  return { deployments: Object.fromEntries([...deployments].slice(-MAX_REFS)) };
}

/** `null` before the first good run for that ref. */
export function rememberedDeployment(
  memory: CollectorMemory | null,
  ref: string,
): DeploymentMemory | null {
  return readDeployments(memory).get(ref) ?? null;
}

/** Only what holds: memories are files that anything may have touched. */
function readDeployments(memory: CollectorMemory | null): Map<string, DeploymentMemory> {
  const found = new Map<string, DeploymentMemory>();
  for (const [ref, value] of Object.entries(recordOf(recordOf(memory?.value)['deployments']))) {
    const { previous, deployed, run, at } = recordOf(value);
    if (typeof deployed !== 'string' || !isCommitSha(deployed)) continue;
    if (typeof run !== 'string' || !isRunId(run) || typeof at !== 'string') continue;
    const before = typeof previous === 'string' && isCommitSha(previous) ? previous : null;
    found.set(ref, { previous: before, deployed, run, at });
  }
  return found;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
