import type { Workspace } from '../../workspace/contract.ts';
import { connectionsOf } from '../pull-requests/connections-of.ts';
import { loginFor } from '../push/login-for.ts';
import type { PushSurroundings } from '../push/push-proposal.ts';

/** Where pushes of a workspace happen: in the person's repository, with what git is set up to log in with. */
export function pushPlace(workspace: Workspace): PushSurroundings {
  const { location, env, gitEnv, clock, redactor, runs, review } = workspace;
  return {
    // An address may be relative to the checkout.
    repository: { cwd: location.root, env: gitEnv },
    clock,
    runs,
    discarded: review.discarded,
    loginFor: async (address) => {
      // Where roundsman.yaml is broken git is left to what it knows by itself.
      const connections = await connectionsOf(workspace).catch(() => []);
      return loginFor(connections, env, redactor.learn)(address);
    },
  };
}
