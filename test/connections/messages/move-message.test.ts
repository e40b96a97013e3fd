import { describe, expect, it } from 'vitest';

import {
  formatMessageState,
  toMessageView,
} from '../../../src/connections/messages/message-view.ts';
import { moveMessage, nextTry } from '../../../src/connections/messages/move-message.ts';
import { COOLDOWN } from '../../../src/connections/messages/plan-messages.ts';
import type { SendResult } from '../../../src/connectors/channel.ts';
import { outcomeOf, type Message, type MessageState } from '../../../src/words/message.ts';
import { messageTo } from '../../kit/messages.ts';

const AT = '2026-11-21T09:00:00.000Z';
const BY = { pid: 4_711, startTime: '1', bootId: 'b' };
const CLAIM = 'claim-1';

describe('the next try', () => {
  it('comes after 1, 5 and 15 minutes, 1, 3 and 6 hours, then each 6 hours', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 20].map((tries) => after({ tries, firstTriedAt: AT }));
    expect(pauses).toEqual([60, 300, 900, 3_600, 10_800, 21_600, 21_600, 21_600]);
  });

  it('waits as long as the other side asks for, a day at most', () => {
    expect(after({ tries: 1, firstTriedAt: AT, afterMs: 120_000 })).toBe(120);
    expect(after({ tries: 1, firstTriedAt: AT, afterMs: 5_000 })).toBe(60);
    expect(after({ tries: 1, firstTriedAt: AT, afterMs: 1e12 })).toBe(86_400);
    expect(after({ tries: 1, firstTriedAt: AT, afterMs: -1 })).toBe(60);
  });

  it('does not come after three days, unless there were few', () => {
    const firstTriedAt = '2026-11-18T09:00:00.000Z';
    expect(after({ tries: 17, firstTriedAt })).toBeNull();
    expect(after({ tries: 2, firstTriedAt })).toBe(300);
  });
});

describe('a message', () => {
  it('is given up after three days of tries that were none', () => {
    let message = messageTo({ kind: 'desktop' });
    let tries = 0;
    while (message.state.kind === 'due') {
      const { at } = message.state;
      message = moveMessage(message, { kind: 'claim', at, by: BY, claim: CLAIM });
      message = answered(message, at, { kind: 'retry', why: 'no answer' });
      tries += 1;
    }
    expect(message.state).toEqual({
      kind: 'given-up',
      at: '2026-11-24T06:24:00.000Z',
      failure: 'no answer',
    });
    expect(tries).toBe(18);
  });

  it('goes on after that when a person wants it, at once and in quiet hours too', () => {
    const given = inState({ kind: 'given-up', at: AT, failure: 'no answer' });
    const quietHours = { from: '00:00', to: '23:59' };
    const again = moveMessage({ ...given, quietHours, tries: 9, firstTriedAt: AT }, retry());
    expect(again).toMatchObject({ state: { kind: 'due', at: AT }, quietHours: null, tries: 0 });
    expect(again.firstTriedAt).toBeNull();
    // The pauses begin again, too.
    const claimed = moveMessage(again, { kind: 'claim', at: AT, by: BY, claim: CLAIM });
    expect(answered(claimed, AT, { kind: 'retry', why: 'no answer' }).state).toMatchObject({
      at: '2026-11-21T09:01:00.000Z',
    });
  });

  it('that was only counted has nothing to send', () => {
    const counted = inState({ kind: 'dropped', at: AT, why: COOLDOWN });
    expect(() => moveMessage(counted, retry())).toThrow(
      'M-0123456789ab was only counted, because of a cooldown: it has no text that could be sent',
    );
    const dropped = inState({ kind: 'dropped', at: AT, why: 'not wanted' });
    expect(moveMessage(dropped, retry()).state.kind).toBe('due');
  });

  it('is as little told in quiet hours as before them', () => {
    const failed = inState({ kind: 'due', at: AT, failure: 'no answer' });
    const wake = { kind: 'wake', at: AT, timezone: 'UTC' } as const;
    const quietHours = { from: '08:00', to: '10:00' };
    const held = moveMessage({ ...failed, quietHours }, wake);
    const until = '2026-11-21T10:00:00.000Z';
    expect(held.state).toEqual({ kind: 'held', until, why: 'quiet-hours', failure: 'no answer' });
    expect(outcomeOf(held)).toBe('failed');
    expect(toMessageView(held).failure).toBe('no answer');
    expect(formatMessageState(held)).toBe(
      'not sent yet, held until 2026-11-21 10:00 UTC, quiet hours: no answer',
    );
    expect(moveMessage(held, { ...wake, at: until }).state).toMatchObject({ failure: 'no answer' });
    expect(moveMessage(held, retry()).state).toMatchObject({ failure: 'no answer' });
  });

  it('is not dropped or tried again while it is sent, nor afterwards', () => {
    const sending = inState({ kind: 'sending', since: AT, by: BY, claim: CLAIM });
    const sent = inState({ kind: 'sent', at: AT, receipt: '', again: false });
    expect(() => moveMessage(sending, retry())).toThrow(
      'M-0123456789ab is being sent since 2026-11-21T09:00:00.000Z: it cannot be tried again now',
    );
    expect(() => moveMessage(sent, { kind: 'drop', at: AT, why: 'x' })).toThrow(
      'M-0123456789ab is sent: it cannot be dropped',
    );
  });

  it('says that it may be there twice when nobody knows what came of a try', () => {
    const lost = moveMessage(inState({ kind: 'sending', since: AT, by: BY, claim: CLAIM }), {
      kind: 'lost',
      at: AT,
    });
    expect(lost.state).toMatchObject({ kind: 'due', at: AT });
    const claimed = moveMessage(lost, { kind: 'claim', at: AT, by: BY, claim: CLAIM });
    expect(answered(claimed, AT, { kind: 'sent', receipt: 'ok' }).state).toMatchObject({
      kind: 'sent',
      again: true,
    });
  });

  it('is not moved by the answer to a try that is not the one under way', () => {
    const sending = inState({ kind: 'sending', since: AT, by: BY, claim: 'of another' });
    expect(answered(sending, AT, { kind: 'sent', receipt: 'ok' })).toBe(sending);
  });

  it('keeps hostile answers on one line, and of what was sent its beginning', () => {
    const sending = {
      ...inState({ kind: 'sending', since: AT, by: BY, claim: CLAIM }),
      contents: messageTo({ kind: 'desktop' }).contents.map((one) => ({
        ...one,
        markdown: 'x'.repeat(100_000),
      })),
    };
    const sent = answered(sending, AT, { kind: 'sent', receipt: '250 \u001b[31mok\r\nQUIT' });
    expect(sent.state).toMatchObject({ receipt: '250 ok QUIT' });
    expect(sent.contents[0]?.markdown).toHaveLength(1_000);
  });
});

function after(tried: Parameters<typeof nextTry>[0]): number | null {
  const next = nextTry(tried, new Date(AT));
  return next === null ? null : (next.getTime() - Date.parse(AT)) / 1_000;
}

function inState(state: MessageState): Message {
  return messageTo({ kind: 'desktop' }, { state });
}

function retry(): { readonly kind: 'retry'; readonly at: string } {
  return { kind: 'retry', at: AT };
}

function answered(message: Message, at: string, answer: SendResult): Message {
  return moveMessage(message, { kind: 'answer', at, claim: CLAIM, answer });
}
