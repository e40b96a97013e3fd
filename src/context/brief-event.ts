/** What made a run due, as its brief tells it. The payload becomes a file of its own, which nothing of ours reads. */
import { tryParseJson } from '../platform/json.ts';
import type { SlotEvent } from '../words/slot.ts';
import { oneLine, stripControls } from '../words/text.ts';
import type { BriefEvent } from './brief.ts';

/** More of a payload than this is cut off; then it is not JSON any more. */
const MAX_PAYLOAD_BYTES = 1_000_000;

export interface ToldEvent {
  readonly event: BriefEvent;
  /** By name in the brief's folder; empty without a payload. */
  readonly files: Readonly<Record<string, string>>;
}

/** @param payload as it arrived; `null` when there was none, or when it is no longer kept */
export function briefEvent(event: SlotEvent, payload: Uint8Array | null): ToldEvent {
  const { kind, deployment } = event;
  const told = { kind, id: oneLine(event.id), summary: oneLine(event.summary, 500), deployment };
  if (payload === null) return { event: { ...told, file: null }, files: {} };
  const [file, content] = payloadFile(payload);
  return { event: { ...told, file }, files: { [file]: content } };
}

/** Bytes that are not UTF-8 show as replacement characters: an agent is given text and nothing else. */
function payloadFile(payload: Uint8Array): readonly ['event.json' | 'event.txt', string] {
  const kept = payload.subarray(0, MAX_PAYLOAD_BYTES);
  const text = new TextDecoder().decode(kept);
  if (kept.length === payload.length && tryParseJson(text) !== undefined)
    return ['event.json', text];
  const cut = payload.length - kept.length;
  const end = cut === 0 ? '' : `\n[${cut} more bytes were cut off]\n`;
  return ['event.txt', stripControls(text) + end];
}
