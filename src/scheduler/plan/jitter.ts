/** How much later than its time a slot starts: scattered over slots and routines, always the same for the same slot. */
import { sha256 } from '../../platform/hash.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';

/**
 * @param slot `at` is its nominal instant, `next` the one after it (`null`: none)
 * @returns ms to wait, below `jitterMs` and never up to the next slot
 */
export function jitterOf(
  routine: RoutineId,
  slot: { readonly key: SlotKey; readonly at: number; readonly next: number | null },
  jitterMs: number,
): number {
  const room = slot.next === null ? jitterMs : Math.min(jitterMs, slot.next - slot.at);
  if (room <= 0) return 0;
  // 48 bits of the hash, as a fraction of one.
  const fraction = Number.parseInt(sha256(`${routine} ${slot.key}`).slice(0, 12), 16) / 2 ** 48;
  return Math.floor(fraction * room);
}
