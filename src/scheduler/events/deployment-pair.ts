/** What was deployed before, from what is remembered of a place. Pure. */
import type { DeploymentMemory, RememberedDeployment } from '../../store/definition-ports.ts';
import type { DeploymentPair } from '../../words/slot.ts';

const KEPT = 500;
/** The state in which a deployment is where it was meant to go; only then is it what is deployed now. */
const ARRIVED = 'success';

export interface ToldDeployment {
  readonly id: string;
  readonly environment: string;
  readonly state: string;
  readonly previous: string | null;
  readonly deployed: string;
}

export interface PairedDeployment {
  /** What tells it from every other deployment of the place. */
  readonly id: string;
  readonly pair: DeploymentPair;
  /** From now on; `null`: nothing new. */
  readonly remember: DeploymentMemory | null;
}

/**
 * The pair that runs are told. A deployment that is told again gets the pair it had. One that has not arrived moves
 * nothing: its pair is what it would replace.
 */
export function deploymentPair(
  memory: DeploymentMemory,
  told: ToldDeployment,
  at: string,
): PairedDeployment {
  const { environment, state, deployed } = told;
  const id = memory.place.ref === null ? told.id : idOfMove(memory, told, at);
  const known = memory.deployments.find((one) => one.id === id);
  if (known !== undefined) return { id, pair: pairOf(told, known), remember: null };
  const previous = told.previous ?? memory.deployments.at(-1)?.deployed ?? null;
  const pair = { environment, state, previous, deployed };
  if (state !== ARRIVED) return { id, pair, remember: null };
  const deployments = [...memory.deployments, { id, previous, deployed, at }];
  return { id, pair, remember: { ...memory, deployments: deployments.slice(-KEPT) } };
}

/**
 * A ref that is moved back to where it stood before is a rollback, and no deployment that is known; the same place
 * twice in a row is one move that is told again.
 */
function idOfMove({ deployments }: DeploymentMemory, told: ToldDeployment, at: string): string {
  const last = deployments.at(-1);
  if (last !== undefined && last.deployed === told.deployed) return last.id;
  const fresh = deployments.length < KEPT && deployments.every(({ id }) => id !== told.id);
  return fresh ? told.id : `${told.id}~${at}`;
}

function pairOf(
  { environment, state }: ToldDeployment,
  { previous, deployed }: RememberedDeployment,
): DeploymentPair {
  return { environment, state, previous, deployed };
}
