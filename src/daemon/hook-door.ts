/** The listener for webhooks, open where the workspace says. */
import { listenerDoor, type ListenerDoor, type ListenerDoorParts } from './listener-door.ts';

export interface HookListener {
  /** `127.0.0.1:8787`, with the port that it really got. */
  readonly address: string;
  close(): Promise<void>;
}

export type HookDoor = ListenerDoor<string, HookListener>;

export function hookDoor(parts: Omit<ListenerDoorParts<string, HookListener>, 'words'>): HookDoor {
  return listenerDoor({ ...parts, words: (address) => `webhooks are taken at ${address}` });
}
