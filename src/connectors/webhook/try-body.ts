/** Whether a body can be made at all: of a message that is made up, as it would be for one that is sent. */
import { sha256 } from '../../platform/hash.ts';
import { isRunId, isRoutineId } from '../../words/ids.ts';
import type { Message } from '../../words/message.ts';
import type { TrialFault, TrialSurroundings } from '../channel.ts';
import { renderWebhookBody, type BodySurroundings, type RenderedBody } from './render-body.ts';

export interface BodyToTry {
  readonly body: string;
  /** Of its connection. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `null`: nothing is wrong with it. Throws what kept it from being looked at. */
export async function bodyFault(
  wanted: BodyToTry,
  around: TrialSurroundings,
  key = 'body',
): Promise<TrialFault | null> {
  const made = await tryWebhookBody(wanted, { ...around, pageUrl: null });
  return made.kind === 'body' ? null : { key, why: made.why, hint: made.hint };
}

/** Throws what kept it from being looked at. */
export function tryWebhookBody(
  { body, headers }: BodyToTry,
  surroundings: BodySurroundings,
): Promise<RenderedBody> {
  return renderWebhookBody({ message: sample(), body, ...contentTypeIn(headers) }, surroundings);
}

/** With one of what there may be several of, so that what a template says of it is looked at too. */
function sample(): Message {
  const at = '2026-01-01T00:00:00.000Z';
  const message = testMessage('doctor', at);
  const id = '01k0000000000000000000000a';
  const counts = { new: 1, known: 0, resolved: 0 };
  const facts = { outcome: 'succeeded', engine: 'claude', startedAt: at, endedAt: at, counts };
  const run = isRunId(id) ? { id, ...facts, branch: 'x', held: 1, reportPath: 'x.md' } : null;
  const finding = { title: 'A finding', severity: 'low', state: 'new', path: 'src/a.ts:1' };
  return {
    ...message,
    contents: message.contents.map((content) => ({
      ...content,
      occasions: ['always'],
      findings: [finding],
      run,
    })),
  };
}

// A message that says it is a test. It does not belong to a run.
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

// Headers that a connection sets, as they are looked up.

export function lowerCased(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Of a body whose connection says what it is. */
export function contentTypeIn(headers: Readonly<Record<string, string>>): {
  readonly contentType?: string;
} {
  const contentType = lowerCased(headers)['content-type'];
  return contentType === undefined ? {} : { contentType };
}
