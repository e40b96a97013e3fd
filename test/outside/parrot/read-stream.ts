import { textAt } from '../../../src/engines/stream-fields.ts';
import type { StreamReader } from '../../../src/engines/stream-reader.ts';
import { tryParseJson } from '../../../src/platform/json.ts';

export function openParrotReader(): StreamReader {
  let said: string | null = null;
  return {
    line: (line) => {
      const value = tryParseJson(line);
      const session = textAt(value, 'session');
      if (session !== null)
        return [{ kind: 'started', sessionId: session, model: null, version: '1.0.0' }];
      said = textAt(value, 'says');
      return said === null ? [{ kind: 'unknown', line }] : [{ kind: 'text', text: said }];
    },
    errorLine: () => [],
    end: ({ exitCode }) => [
      exitCode === 0
        ? { kind: 'end', reason: 'success', message: null, finalText: said }
        : {
            kind: 'end',
            reason: 'crashed',
            message: `it exited with ${exitCode}`,
            finalText: said,
          },
    ],
  };
}
