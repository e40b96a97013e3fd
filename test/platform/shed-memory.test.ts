/** A process that waits gives back what its start took. */
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { CAN_SHED_MEMORY } from '../../src/platform/shed-memory.ts';

const module = pathToFileURL('.build/modules/platform/shed-memory.js').href;

/** Used bytes of the heap of a Node that drops 200,000 objects: before and after it sheds memory. */
function heapOf(flags: readonly string[]): readonly number[] {
  const script = `
    const { shedMemory } = await import(${JSON.stringify(module)});
    Array.from({ length: 200_000 }, (_, at) => ({ at, text: String(at) }));
    const before = process.memoryUsage().heapUsed;
    shedMemory();
    console.log(before, process.memoryUsage().heapUsed);`;
  const args = [...flags, '--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split(' ').map(Number);
}

it('sheds what is not used any more, where Node was started for it', () => {
  const [before = 0, after = 0] = heapOf([CAN_SHED_MEMORY]);
  expect(before).toBeGreaterThan(10_000_000);
  expect(after).toBeLessThan(before / 2);
});

it('does nothing in another process', () => {
  const [before = 0, after = 0] = heapOf([]);
  expect(after).toBeGreaterThan(before / 2);
});
