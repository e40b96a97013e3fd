/** The body of a request on its way to the model: how long it is, and which model it names. */
import { Transform, type Readable } from 'node:stream';

import { scanJson } from './scan-json.ts';

/** What an agent sends, counted on its way. */
export interface AskedBody {
  readonly body: Readable;
  readonly bytes: () => number;
  /** As the request names it; hostile text. */
  readonly model: () => string | null;
  /** Discards the rest. It is still read, or the agent would wait forever to send it. */
  readonly drop: () => void;
}

export function watchBody(from: Readable): AskedBody {
  let bytes = 0;
  let model: string | null = null;
  const scan = scanJson({ model: 'model' }, (_, value) => {
    if (typeof value === 'string') model ??= value;
  });
  const body = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      scan.write(chunk, 0, chunk.length);
      done(null, chunk);
    },
  });
  body.on('error', () => undefined);
  from.pipe(body);
  const drop = (): void => {
    if (!body.writableFinished) {
      from.unpipe(body);
      body.destroy(new Error('the rest of the body is discarded'));
    }
    from.resume();
  };
  return { body, bytes: () => bytes, model: () => model, drop };
}
