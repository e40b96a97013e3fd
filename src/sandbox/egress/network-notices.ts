/** What a run's level makes of `permissions.network`. Pure. */
import type { IsolationLevel, Routine } from '../../words/routine.ts';

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
