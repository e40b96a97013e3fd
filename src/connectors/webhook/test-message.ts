/** A message that says it is a test. It does not belong to a run. */
import { sha256 } from '../../platform/hash.ts';
import { isRoutineId } from '../../words/ids.ts';
import type { Message } from '../../words/message.ts';

export function testMessage(connection: string, at: string): Message {
  const routine = 'connect';
  if (!isRoutineId(routine)) throw new TypeError(routine);
  return {
    id: `M-${sha256(`test:${connection}:${at}`).slice(0, 12)}`,
    routine,
    target: { kind: 'webhook', via: connection },
    state: { kind: 'sending', since: at },
    tries: 0,
    createdAt: at,
    contents: [
      {
        key: `test:${at}`,
        occasions: [],
        name: 'Test message',
        title: 'Roundsman can send here',
        tone: 'good',
        at,
        run: null,
        findings: [],
        markdown: `This message was requested with \`roundsman connect ${connection} --send\`, to see whether it arrives. It does not belong to a run.\n`,
        heldBack: 0,
      },
    ],
  };
}
