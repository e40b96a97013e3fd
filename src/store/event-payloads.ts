/** Payloads of events by the hash of their bytes, wherever these are kept. */
import { sha256 } from '../platform/hash.ts';
import type { EventStore } from './definition-ports.ts';

interface PayloadPlace {
  readonly putAll: EventStore['putAll'];
  /** `null`: there are none of that hash. */
  readonly bytesOf: (hash: string) => Promise<Uint8Array | null>;
  /** What is no longer what its hash says. */
  readonly setAside: (hash: string) => Promise<unknown>;
}

export function eventPayloads({ putAll, bytesOf, setAside }: PayloadPlace): EventStore {
  return {
    putAll,
    put: async (payload) => {
      const [hash = sha256(payload)] = await putAll([payload]);
      return hash;
    },
    read: async (hash) => {
      const payload = await bytesOf(hash);
      if (payload === null || sha256(payload) === hash) return payload;
      await setAside(hash);
      return null;
    },
  };
}
