/** An answer as the agent may have it: unpacked, so that it can be counted on its way, and without the key. */
import { Buffer } from 'node:buffer';
import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { ServerAnswer } from '../../platform/ask-server.ts';
import { headerOf } from './headers.ts';

/** Shorter ones are no secrets, and words of any answer: `ollama`, `none`. */
const MIN_KEY = 16;

/** `onKey` is told each time that its side repeats the key, which is then blotted out. */
/* oxlint-disable-next-line eslint/max-params -- of what, without what, and whom to tell */
export function readableAnswer(
  answer: ServerAnswer,
  key: string | null,
  onKey: () => void,
): ServerAnswer {
  const unpacked = unpacking(headerOf(answer.headers, 'content-encoding') ?? '');
  const blotting = key === null || key.length < MIN_KEY ? null : withoutKey(key, onKey);
  const stages = [unpacked, blotting].flatMap((stage) => stage ?? []);
  const last = stages.at(-1);
  if (last === undefined) return answer;
  const packed = new Set(unpacked === null ? [] : ['content-encoding', 'content-length']);
  const headers = answer.headers
    .filter(([name]) => !packed.has(name.toLowerCase()))
    .map(([name, value]) => [name, blotting === null ? value : blotted(value, key)] as const);
  const ended = new Promise<boolean>((resolve) =>
    last.once('close', () => resolve(last.readableEnded)),
  );
  // Whatever breaks ends the last of them, which says so.
  pipeline([answer.body, ...stages], () => undefined);
  return { status: answer.status, headers, body: last, ended };
}

/** It was asked for as it is; some send it packed all the same. `null`: as it is, or in a way that nobody here knows. */
function unpacking(encoding: string): Transform | null {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

function blotted(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, '*'.repeat(key.length));
}

/** As long as before. Only what may be the beginning of the key is kept back until more comes. */
function withoutKey(key: string, onKey: () => void): Transform {
  const sought = Buffer.from(key);
  let kept = Buffer.alloc(0);
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
      for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at)) {
        bytes.fill('*', at, at + sought.length);
        onKey();
      }
      const open = beginning(bytes, sought);
      kept = Buffer.from(bytes.subarray(bytes.length - open));
      done(null, bytes.subarray(0, bytes.length - open));
    },
    flush: (done) => done(null, kept),
  });
}

/** How many of the last bytes are how the sought ones begin. */
function beginning(bytes: Buffer, sought: Buffer): number {
  let length = Math.min(bytes.length, sought.length - 1);
  while (length > 0 && !bytes.subarray(bytes.length - length).equals(sought.subarray(0, length)))
    length -= 1;
  return length;
}
