/** What every channel must hold, whatever carries its messages. Run over each, against something real on this machine. */
import { describe, expect, it } from 'vitest';

import type { Channel, SendSurroundings, SendResult } from '../../src/connectors/channel.ts';
import type { Message } from '../../src/words/message.ts';
import type { NotifyTarget, NotifyTargets } from '../../src/words/notify.ts';
import { contentOf, messageTo, routineIdOf, surroundingsOf } from '../kit/messages.ts';

/** One place that messages go to, opened for one test. */
export interface ChannelPlace<Kind extends NotifyTarget['kind']> {
  readonly target: NotifyTargets[Kind];
  /** Connections, environment: what the target needs. */
  readonly surroundings?: Partial<SendSurroundings>;
  /** The message ids in what arrived, one for each that arrived, oldest first; a second one that the other side can tell apart is one. */
  received(): Promise<readonly string[]>;
}

export interface ChannelUnderTest<Kind extends NotifyTarget['kind']> {
  readonly channel: Channel<Kind>;
  /** Takes what is sent. */
  readonly open: () => Promise<ChannelPlace<Kind>>;
  /** Never takes anything as it is set: a wrong log-in, an address that is none. */
  readonly refusing: () => Promise<ChannelPlace<Kind>>;
  /** Takes the connection and never answers; `null`: nobody answers on this channel. */
  readonly silent: (() => Promise<ChannelPlace<Kind>>) | null;
  /** Of the places above: none may be in what is said. */
  readonly secrets: readonly string[];
}

const ODD = 'a\r\nBcc: all@example.com\u0000 \u001b[31mred \u202egnp <!channel> @everyone {{x}}';

export function channelSuite<Kind extends NotifyTarget['kind']>(
  name: string,
  under: ChannelUnderTest<Kind>,
): void {
  const { channel, secrets } = under;
  const send = async (
    place: ChannelPlace<Kind>,
    change: Partial<Message> = {},
    more: { readonly signal?: AbortSignal } = {},
  ): Promise<SendResult> => {
    const { signal = new AbortController().signal } = more;
    const surroundings = surroundingsOf({ ...place.surroundings, signal });
    const message = messageTo(place.target, { ...change, target: place.target });
    return channel.send({ message, target: place.target, surroundings });
  };

  describe(`channel ${name}`, () => {
    it('says which targets are its own', async () => {
      expect((await under.open()).target.kind).toBe(channel.kind);
    });

    it('sends a message once, with its id', async () => {
      const place = await under.open();
      const result = await send(place);
      expect(result).toEqual({ kind: 'sent', receipt: expect.any(String) });
      expectPlain(result, secrets);
      expect(await place.received()).toEqual(['M-0123456789ab']);
    });

    it('sends it again with the same id, so that the other side can tell', async () => {
      const place = await under.open();
      await send(place);
      const again = await send(place, { tries: 2 });
      expect(again.kind).toBe('sent');
      expect(new Set(await place.received())).toEqual(new Set(['M-0123456789ab']));
    });

    it('sends two messages as two', async () => {
      const place = await under.open();
      await send(place);
      await send(place, { id: 'M-fedcba987654' });
      expect(await place.received()).toEqual(['M-0123456789ab', 'M-fedcba987654']);
    });

    it('sends what was gathered of several routines as one', async () => {
      const place = await under.open();
      const contents = ['todo-sweep', 'ticket-digest', 'release-check'].map((routine, index) =>
        contentOf({ key: `run:${index}`, routine: routineIdOf(routine), name: routine }),
      );
      expect((await send(place, { contents })).kind).toBe('sent');
      expect(await place.received()).toEqual(['M-0123456789ab']);
    });

    it('sends hostile texts as texts', async () => {
      const place = await under.open();
      const content = contentOf({
        name: ODD,
        title: ODD,
        markdown: `# ${ODD}\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n${'x'.repeat(150_000)}`,
        findings: [{ title: ODD, severity: ODD, state: 'new', path: ODD }],
      });
      const result = await send(place, { contents: [content] });
      expect(result.kind).toBe('sent');
      expectPlain(result, secrets);
      expect(await place.received()).toEqual(['M-0123456789ab']);
    });

    it('refuses what never works, and says what has to be set right', async () => {
      const place = await under.refusing();
      const result = await send(place);
      expect(result).toEqual({
        kind: 'refused',
        why: expect.stringMatching(/./),
        hint: expect.stringMatching(/./),
      });
      expectPlain(result, secrets);
      expect(await place.received()).toEqual([]);
    });

    it('sends nothing when it is to end', async () => {
      const place = await under.open();
      const result = await send(place, {}, { signal: AbortSignal.abort() });
      expect(result.kind).toBe('retry');
      expectPlain(result, secrets);
      expect(await place.received()).toEqual([]);
    });

    const { silent } = under;
    if (silent === null) return;
    it('ends at the signal where nobody answers', async () => {
      const place = await silent();
      const result = await send(place, {}, { signal: AbortSignal.timeout(300) });
      expect(result).toMatchObject({ kind: 'retry', why: expect.stringMatching(/./) });
      expectPlain(result, secrets);
    });
  });
}

/** One line each, without a secret. */
function expectPlain(result: SendResult, secrets: readonly string[]): void {
  const texts = Object.values(result).filter((value) => typeof value === 'string');
  for (const text of texts) {
    // oxlint-disable-next-line eslint/no-control-regex -- those are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    expect(text.length).toBeLessThanOrEqual(2_000);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
}
