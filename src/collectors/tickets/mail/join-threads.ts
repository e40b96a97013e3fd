/** Mails to tickets: a reply to a mail that was read too belongs to that one's ticket. Pure. */
import type { TicketRecord } from '../ticket-record.ts';
import { attachmentLine, type Mail } from './read-mail.ts';

const BETWEEN = '\n\n---\n\n';

export interface JoinedThreads {
  readonly records: readonly TicketRecord[];
  /** Mails that came a second time, as one message lies in several folders. */
  readonly repeated: number;
}

/** In the order of each ticket's first mail. */
export function joinThreads(mails: readonly Mail[]): JoinedThreads {
  const byId = new Map<string, Mail>();
  for (const mail of mails) {
    const key = mail.messageId ?? mail.id;
    if (!byId.has(key)) byId.set(key, mail);
  }
  const threads = new Map<Mail, Mail[]>();
  const roots = new Map<Mail, Mail>();
  for (const mail of byId.values()) {
    const root = rootOf(mail, { byId, roots });
    threads.set(root, [...(threads.get(root) ?? []), mail]);
  }
  return {
    records: [...threads].map(([root, thread]) => recordOf(root, thread)),
    repeated: mails.length - byId.size,
  };
}

interface Index {
  readonly byId: ReadonlyMap<string, Mail>;
  readonly roots: Map<Mail, Mail>;
}

/** Up the answers while they were read. Mails that answer each other in a ring are one thread, the first its root. */
function rootOf(mail: Mail, { byId, roots }: Index): Mail {
  const way = new Set<Mail>();
  let at = mail;
  while (!way.has(at)) {
    const known = roots.get(at);
    if (known !== undefined) {
      at = known;
      break;
    }
    way.add(at);
    const above = at.answers
      .map((id) => byId.get(id))
      .find((one) => one !== undefined && one !== at);
    if (above === undefined) break;
    at = above;
  }
  for (const passed of way) roots.set(passed, at);
  return at;
}

function recordOf(root: Mail, thread: readonly Mail[]): TicketRecord {
  const replies = thread.filter((mail) => mail !== root).toSorted((a, b) => timeOf(a) - timeOf(b));
  const texts = [root, ...replies].map(textOf).filter((text) => text !== '');
  return {
    source: root.source,
    value: {
      id: root.id,
      title: root.subject,
      body: texts.join(BETWEEN),
      created: root.date,
      author: root.author,
      labels: [...new Set(thread.flatMap(({ labels }) => labels))],
      ...(root.priority === null ? {} : { priority: root.priority }),
      headers: root.headers,
    },
  };
}

function textOf({ text, attachments }: Mail): string {
  return [text.trim(), attachmentLine(attachments) ?? '']
    .filter((part) => part !== '')
    .join('\n\n');
}

function timeOf({ date }: Mail): number {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}
