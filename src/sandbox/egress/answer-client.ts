/** An answer of ours in place of the one that a client of HTTP asked for. */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

/** One plain line, then the end. What the client still sends is read and dropped, so that the answer arrives. */
export function answerClient(client: Duplex, status: string, line: string): void {
  if (client.destroyed || client.writableEnded) return;
  const body = Buffer.from(`roundsman: ${line}\n`);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  client.resume();
  client.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  client.once('end', () => client.destroy());
}
