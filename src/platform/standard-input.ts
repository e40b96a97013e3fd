/** What this process is told on stdin. Built-ins only. */

/** The first line, without its newline; `null` when stdin ends before one came. Stops reading then. */
export function readFirstLine(): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (line: string | null): void => {
      process.stdin.off('data', onData);
      process.stdin.pause();
      process.stdin.unref();
      resolve(line);
    };
    const onData = (chunk: string): void => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) finish(text.slice(0, end));
    };
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', onData);
    process.stdin.once('end', () => finish(null));
    process.stdin.once('error', () => finish(null));
  });
}

/** All of it, however many bytes up to `maxBytes`; `null` when there are more. */
export async function readAll(maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream: AsyncIterable<unknown> = process.stdin;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    if (!(bytes instanceof Uint8Array)) continue;
    length += bytes.length;
    if (length > maxBytes) return null;
    chunks.push(bytes);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Each line as it comes, split on `\n` only; ends when stdin does. */
export async function* readLines(): AsyncGenerator<string> {
  process.stdin.setEncoding('utf8');
  let rest = '';
  for await (const chunk of process.stdin) {
    const parts = `${rest}${String(chunk)}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
