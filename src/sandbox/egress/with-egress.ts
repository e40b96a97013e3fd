/** For programs that a worker runs: the way out is open while they work, and what came of it is kept with the run. */
import { appendText, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { Denial } from '../../words/agent-exit.ts';
import type { NetworkPlan } from '../../words/network-plan.ts';
import { redactedJson } from '../../words/redaction/redact-value.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import type { Purpose } from '../contract.ts';
import type { WorktreeRequest } from '../run-worktree.ts';

export interface EgressUse {
  readonly purpose: Purpose;
  /** Of the enclosed command. */
  readonly network: NetworkPlan | null;
}

/** `work` ends when everything that it started has ended. Rejects when the way cannot be opened. */
export async function withEgress<Result>(
  { paths, clock, redactor }: Pick<WorktreeRequest, 'paths' | 'clock' | 'redactor'>,
  { purpose, network }: EgressUse,
  work: () => Promise<Result>,
): Promise<Result> {
  if (network === null) return work();
  const { credentials } = network;
  redactor.learn(credentials.map(({ host, value }) => ({ name: `credential of ${host}`, value })));
  const { openEgress } = await import('./open-egress.ts');
  const egress = await openEgress(network, clock);
  try {
    return await work();
  } finally {
    await egress.close();
    const hosts = [...new Set(credentials.map(({ host }) => host))];
    const record = { purpose, denied: egress.denied(), credentials: hosts };
    await recordEgress(paths.egress, { record, redactor });
  }
}

// What became of the ways out that were open during a run, for its report: a line for each that has something to tell.
export interface EgressRecord {
  readonly purpose: Purpose;
  readonly denied: readonly Denial[];
  /** Hosts of which a credential of the user was at hand. */
  readonly credentials: readonly string[];
}

/** Many commands that are refused the same in a loop must not fill the disk. */
const MAX_BYTES = 1_000_000;

async function recordEgress(
  path: string,
  { record, redactor }: { readonly record: EgressRecord; readonly redactor: Redactor },
): Promise<void> {
  if (record.denied.length + record.credentials.length === 0) return;
  const before = (await readTextIfThere(path)) ?? '';
  if (before.length < MAX_BYTES) await appendText(path, `${redactedJson(record, redactor)}\n`);
}

/** Empty when there was nothing to tell. A torn last line is left out. */
export async function readEgressRecords(path: string): Promise<readonly EgressRecord[]> {
  const lines = ((await readTextIfThere(path)) ?? '').split('\n');
  return lines.flatMap((line) => {
    const value = tryParseJson(line);
    return isEgressRecord(value) ? [value] : [];
  });
}

function isEgressRecord(value: unknown): value is EgressRecord {
  return isRecord(value) && Array.isArray(value['denied']) && Array.isArray(value['credentials']);
}
