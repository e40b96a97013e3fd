/** Work for many at the price of few: what arrives while a batch is worked on makes up the next one. */

export type BatchOutcome<Out> =
  | { readonly kind: 'done'; readonly value: Out }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One batch at a time, in the order of arrival. `work` gives an outcome for each item, in order. When it throws, every
 * item is tried alone, so that one that cannot be done takes no other down with it; it has to bear being called again.
 */
export function inBatches<In, Out>(
  max: number,
  work: (batch: readonly In[]) => Promise<readonly BatchOutcome<Out>[]>,
): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    if (busy) return;
    busy = true;
    // What arrives in the same turn belongs together.
    await Promise.resolve();
    while (queue.length > 0) await settle(queue.splice(0, max), work);
    busy = false;
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      void drain();
    });
}

async function settle<In, Out>(
  batch: readonly Waiting<In, Out>[],
  work: (batch: readonly In[]) => Promise<readonly BatchOutcome<Out>[]>,
): Promise<void> {
  try {
    const outcomes = await work(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'done') resolve(outcome.value);
      else reject(outcome?.error ?? new TypeError(`no outcome for item ${index} of a batch`));
    }
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error);
    else for (const one of batch) await settle([one], work);
  }
}
