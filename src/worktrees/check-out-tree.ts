/** Brings a worktree of ours to what HEAD of its repository says. */
import type { GitCall } from '../git/git-call.ts';
import { coreCount } from '../platform/environment.ts';

/**
 * Only bytes of the repository's objects arrive. Of files that the index knows, those that are as it says stay; all
 * others are written.
 */
export async function checkOutTree(git: GitCall): Promise<void> {
  // `reset --hard` would look at every file again and keep a log of it.
  await git(['read-tree', '--reset', '-u', '--no-recurse-submodules', 'HEAD'], {
    config: checkoutSettings(coreCount()),
  });
}

/**
 * Helpers for the checkout. They cost more than they bring with few files, and where they take the processor from the
 * one that deals out the work: with two cores a checkout by helpers takes half as long again.
 */
function checkoutSettings(cores: number): readonly string[] {
  const workers = Math.min(8, Math.max(1, Math.floor(cores / 2)));
  return [`checkout.workers=${workers}`, 'checkout.thresholdForParallelism=1000'];
}
