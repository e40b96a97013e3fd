/** Which level of isolation a run really has, and which history: before anything is made or spent. */
import { collectorKinds } from '../collectors/registry.ts';
import { AppError } from '../words/errors.ts';
import type { IsolationLevel, Routine } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { SandboxRecord } from './contract.ts';
import { findSandbox, type SandboxSearch } from './find-sandbox.ts';
import type { OpenedBase } from './run-worktree.ts';

export interface DecidedLevel {
  readonly level: IsolationLevel;
  /** At level `sandbox`. */
  readonly sandbox: SandboxRecord | null;
  /** Why `auto` is not `sandbox`; `null` when it is, or was not asked for. */
  readonly notice: string | null;
}

/** Throws `missing` when a sandbox was asked for and none works here. */
export async function decideLevel(
  asked: Routine['workspace']['isolation'],
  search: SandboxSearch,
): Promise<DecidedLevel> {
  if (asked !== 'auto' && asked !== 'sandbox') return { level: asked, sandbox: null, notice: null };
  const answer = await findSandbox(search);
  if (answer.kind === 'works') return { level: 'sandbox', sandbox: answer.record, notice: null };
  const { reason, hint } = answer;
  if (asked === 'auto') {
    const notice = `isolation auto is private here: ${reason}${hint === '' ? '' : ` (${hint})`}`;
    return { level: 'private', sandbox: null, notice };
  }
  throw new AppError('missing', {
    code: 'sandbox-missing',
    message: `isolation sandbox cannot be had here: ${reason}`,
    hint,
  });
}

/** `auto`: what strangers wrote must not lead a sandboxed run to every object of the repository. */
export function decideHistory(
  spec: Pick<RunSpec, 'routine' | 'event' | 'inputs'>,
  level: IsolationLevel,
): { readonly history: OpenedBase['history']; readonly because: string | null } {
  const { history } = spec.routine.workspace;
  if (history !== 'auto') return { history, because: null };
  const because = level === 'sandbox' ? untrustedSource(spec) : null;
  return { history: because === null ? 'borrow' : 'copy', because };
}

/** What of a routine's food strangers may have written; `null` when nothing of it. */
export function untrustedSource({
  routine,
  event,
  inputs,
}: Pick<RunSpec, 'routine' | 'event' | 'inputs'>): string | null {
  const collected = collectorKinds().find(
    ({ kind, outside }) => outside !== null && routine.collect.some((rule) => rule.kind === kind),
  );
  if (collected !== undefined) return collected.outside;
  const kinds = routine.triggers.map(({ kind }) => kind);
  if (kinds.includes('webhook')) return 'webhooks';
  if (kinds.includes('deployment')) return 'deployments';
  if (event !== null && event.payload !== null) return 'the payload of an event';
  return event !== null && Object.keys(inputs).length > 0 ? 'inputs of an event' : null;
}

// What a run's level makes of `permissions.network`. Pure.

/** Below `sandbox` the network is not restricted: a routine with a list of hosts gets a notice of that. */
export function networkNotices(
  { permissions, workspace }: Pick<Routine, 'permissions' | 'workspace'>,
  level: IsolationLevel,
): readonly string[] {
  if (level === 'sandbox') return [];
  const { allow, setup } = permissions.network;
  const lists = [
    ...(allow.length > 0 ? ['permissions.network.allow'] : []),
    ...(workspace.setup.length > 0 && setup.join() !== 'registries'
      ? ['permissions.network.setup']
      : []),
  ];
  if (lists.length === 0) return [];
  return [`at isolation ${level} the network is open: ${lists.join(' and ')} closed nothing`];
}
