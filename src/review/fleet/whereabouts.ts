/** Where the branches of runs are that other machines cannot have yet. Loads nothing of git. */
import type { TravellingBranch } from '../../store/dispatch-port.ts';
import { assertNever } from '../../words/errors.ts';
import { shortIdOf, type RunId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** Sentences on branches that only one machine has, without a word to the remote. @param run of that one alone; default: of all */
export async function branchesElsewhere(
  { fleet }: Pick<Workspace, 'fleet'>,
  run?: RunId,
): Promise<readonly string[]> {
  if (fleet === null) return [];
  return (await fleet.branches())
    .filter((one) => run === undefined || one.run === run)
    .flatMap((one) => whereabouts(one, fleet.place));
}

/** A sentence on a branch that only one machine has; none for any other. @param here id of this machine's state folder */
export function whereabouts(one: TravellingBranch, here: string): readonly string[] {
  const { travel, place, host } = one;
  const where = place === here ? 'this machine' : oneLine(host, 60);
  switch (travel.kind) {
    case 'pushed':
      return [];
    case 'due':
      return place === here ? [] : [`${branchWords(one)} is on ${where} and was not pushed yet`];
    case 'kept':
      return [`${branchWords(one)} is only on ${where}: ${travel.why}`];
    default:
      return assertNever(travel);
  }
}

/** How it is spoken of. */
export function branchWords({ branch, run }: TravellingBranch): string {
  return `the branch ${branch} of run ${shortIdOf(run)}`;
}
