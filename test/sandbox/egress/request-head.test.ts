import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  forwardedHead,
  type Framing,
  framingOf,
  parseRequestHead,
} from '../../../src/sandbox/egress/request-head.ts';
import { oneBody } from '../../../src/sandbox/egress/serve-client.ts';

const FIRST = 'POST http://example.com/ HTTP/1.1';

function framing(...headers: readonly string[]): Framing | null {
  const head = parseRequestHead([FIRST, ...headers].join('\r\n'));
  return head === null ? null : framingOf(head);
}

describe('the head of a request', () => {
  it.each([
    'GET http://example.com/',
    'GET  http://example.com/ HTTP/1.1',
    'GET http://example.com/ HTTP/2.0',
    'GET http://example.com/ HTTP/1.1 ',
    'get http://example.com/ HTTP/1.1',
    'GET http://example.com/\tx HTTP/1.1',
    `${FIRST}\r\nno colon`,
    `${FIRST}\r\n folded: line`,
    `${FIRST}\r\nname : value`,
    `${FIRST}\r\n: value`,
    `${FIRST}\r\na: b\nc: d`,
    `${FIRST}\r\na: b\rc: d`,
    `${FIRST}\r\na: \u0000`,
    `${FIRST}\nHost: x`,
    '',
  ])('%j is none that we read', (text) => expect(parseRequestHead(text)).toBeNull());

  it('is read whatever it is, without a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), (text) => {
        const heads = [text, `${FIRST}\r\n${text}`].map(parseRequestHead);
        for (const head of heads) expect(head?.headers.length ?? 0).toBeLessThan(1_500);
      }),
    );
  });
});

describe('the length of a body', () => {
  it('is what is said once and clearly', () => {
    expect(framing()).toEqual({ kind: 'none' });
    expect(framing('Content-Length: 12')).toEqual({ kind: 'length', bytes: 12 });
    expect(framing('Transfer-Encoding: Chunked')).toEqual({ kind: 'chunked' });
  });

  it.each([
    [['Content-Length: 1', 'Transfer-Encoding: chunked']],
    [['Content-Length: 1', 'Content-Length: 1']],
    [['Content-Length: 1, 1']],
    [['Content-Length: +1']],
    [['Content-Length: 01']],
    [['Content-Length: 0x1']],
    [['Content-Length: ']],
    [['Transfer-Encoding: gzip, chunked']],
    [['Transfer-Encoding: identity']],
    [['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    [['Transfer-Encoding:\x0bchunked']],
  ])('is refused when it is not: %j', (headers) => expect(framing(...headers)).toBeNull());
});

it('sends the target as the host, and nothing that was meant for us', () => {
  const head = parseRequestHead(
    [
      FIRST,
      'Host: evil.example',
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: Basic eA==',
      'Connection: keep-alive, X-Hop, Content-Length',
      'X-Hop: 1',
      'Upgrade: h2c',
      'Content-Length: 3',
      'Accept: */*',
    ].join('\r\n'),
  );
  if (head === null) throw new TypeError('no head');
  expect(forwardedHead({ head, target: '/', host: 'example.com' }).split('\r\n')).toEqual([
    'POST / HTTP/1.1',
    'host: example.com',
    'content-length: 3',
    'accept: */*',
    'connection: close',
    '',
    '',
  ]);
});

async function through(frames: Framing, pieces: readonly string[]): Promise<string> {
  const body = oneBody(frames);
  const got: Buffer[] = [];
  body.on('data', (chunk: Buffer) => got.push(chunk));
  const failed = new Promise<void>((resolve) => void body.once('error', () => resolve()));
  const ended = new Promise<void>((resolve) => void body.once('end', () => resolve()));
  for (const piece of pieces) body.write(Buffer.from(piece, 'latin1'));
  body.end();
  const broken = await Promise.race([failed.then(() => true), ended.then(() => false)]);
  return broken ? 'broken' : Buffer.concat(got).toString('latin1');
}

describe('a body', () => {
  it('is let through, and not a byte after it', async () => {
    const next = 'GET http://evil.example/ HTTP/1.1\r\n\r\n';
    expect(await through({ kind: 'none' }, [next])).toBe('');
    expect(await through({ kind: 'length', bytes: 5 }, ['hel', `lo${next}`, next])).toBe('hello');
    const chunks = '3\r\nabc\r\n0\r\n\r\n';
    expect(await through({ kind: 'chunked' }, [`${chunks}${next}`])).toBe(chunks);
  });

  it('loses what stands between the frames of its chunks', async () => {
    const sent = '3 ; a="b"\r\nabc\r\n00\r\nTrailer: x\r\n\r\n';
    expect(await through({ kind: 'chunked' }, [sent])).toBe('3\r\nabc\r\n0\r\n\r\n');
  });

  it.each([
    '3\nabc\r\n0\r\n\r\n',
    '3\r\nabcd\r\n0\r\n\r\n',
    '-1\r\n',
    '0x3\r\nabc',
    'g\r\n',
    '\r\n',
    '123456789\r\n',
    `3;${'a'.repeat(2_000)}`,
  ])('is refused when its frames are broken: %j', async (sent) => {
    expect(await through({ kind: 'chunked' }, [sent])).toBe('broken');
  });

  it('comes out whole, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[\x20-\x7e\r\n]{1,20}$/), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        async (chunks, size) => {
          const frames = chunks.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('');
          const sent = `${frames}0\r\n\r\n`;
          const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, at) =>
            sent.slice(at * size, (at + 1) * size),
          );
          const got = await through({ kind: 'chunked' }, pieces);
          expect(unchunked(got)).toBe(chunks.join(''));
        },
      ),
    );
  });
});

function unchunked(text: string): string {
  const end = text.indexOf('\r\n');
  const size = Number.parseInt(text.slice(0, end), 16);
  if (size === 0) return '';
  return text.slice(end + 2, end + 2 + size) + unchunked(text.slice(end + 4 + size));
}
