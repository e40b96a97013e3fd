/**
 * The names under which common exports keep the parts of a ticket: GitHub, GitLab, Jira (JSON and CSV), Zendesk,
 * Linear, Intercom, Freshdesk, Help Scout, and plain tables. Names are compared without case, blanks and signs:
 * `Issue key`, `issue_key` and `issueKey` are one.
 */
import { isRecord } from '../../../platform/json.ts';

/** Besides what a ticket carries, what is read to judge it. */
export type UsualField =
  | 'id'
  | 'key'
  | 'title'
  | 'body'
  | 'created-at'
  | 'author'
  | 'labels'
  | 'url'
  | 'updated-at'
  | 'priority';

const USUAL: Readonly<Record<UsualField, readonly string[]>> = {
  id: [
    'issuekey',
    'identifier',
    'ticketid',
    'ticketnumber',
    'ticketkey',
    'caseid',
    'casenumber',
    'conversationid',
    'issueid',
    'references.full',
    'iid',
    'id',
    'number',
    'ref',
    'uuid',
    'guid',
    'messageid',
  ],
  key: ['key'],
  title: [
    'title',
    'subject',
    'summary',
    'fields.summary',
    'source.subject',
    'headline',
    'conversationsubject',
    'ticketsubject',
    'name',
  ],
  body: [
    'body',
    'descriptiontext',
    'description',
    'fields.description',
    'source.body',
    'text',
    'content',
    'message',
    'plainbody',
    'bodytext',
    'firstmessage',
    'comment',
    'details',
    'detail',
    'question',
    'feedback',
    'review',
    'notes',
    'preview',
    'embedded.threads',
    'comments',
    'messages',
  ],
  'created-at': [
    'createdat',
    'created',
    'fields.created',
    'creationdate',
    'createdtime',
    'createddate',
    'createdon',
    'datecreated',
    'createdatutc',
    'openedat',
    'opened',
    'dateopened',
    'submittedat',
    'reportedat',
    'receivedat',
    'received',
    'date',
    'timestamp',
    'time',
    'datetime',
  ],
  author: [
    'requester',
    'requestername',
    'reporter',
    'fields.reporter',
    'author',
    'authorname',
    'user',
    'customer',
    'primarycustomer',
    'customername',
    'contact',
    'contactname',
    'source.author',
    'fullname',
    'fields.creator',
    'creator',
    'createdby',
    'submitter',
    'from',
    'sender',
    'requesteremail',
    'customeremail',
    'email',
  ],
  labels: ['labels', 'fields.labels', 'tags', 'label', 'tag', 'category', 'categories'],
  url: ['htmlurl', 'weburl', 'permalink', 'url', 'link', 'links.web.href', 'ticketurl', 'self'],
  'updated-at': [
    'updatedat',
    'updated',
    'fields.updated',
    'modifiedat',
    'lastmodified',
    'lastupdated',
    'updatedtime',
    'datemodified',
    'userupdatedat',
  ],
  priority: [
    'prioritylabel',
    'priority',
    'fields.priority',
    'severity',
    'fields.severity',
    'urgency',
    'impact',
    'fields.impact',
  ],
};

/** Reads one record by usual names. */
export interface UsualReader {
  /** Each value that stands under a usual name, the likeliest first. */
  valuesOf(field: UsualField): readonly unknown[];
}

export function readUsual(record: Readonly<Record<string, unknown>>): UsualReader {
  const top = plainKeys(record);
  const inner = new Map<string, ReadonlyMap<string, unknown>>();
  const innerOf = (name: string, value: unknown) => {
    const known = inner.get(name);
    if (known !== undefined) return known;
    const keys = isRecord(value) ? plainKeys(value) : new Map<string, unknown>();
    inner.set(name, keys);
    return keys;
  };
  return {
    valuesOf: (field) =>
      USUAL[field].flatMap((path) => {
        const [first = '', ...rest] = path.split('.');
        let at = top.get(first);
        let way = first;
        for (const name of rest) {
          at = innerOf(way, at).get(name);
          way += `.${name}`;
        }
        return at === undefined || at === null ? [] : [at];
      }),
  };
}

/** A title or a body under a usual name: enough to be told from settings and page counts. */
export function looksLikeTicket(record: Readonly<Record<string, unknown>>): boolean {
  const usual = readUsual(record);
  return (['title', 'body'] as const).some((field) =>
    usual.valuesOf(field).some((value) => typeof value === 'string' || isRecord(value)),
  );
}

function plainKeys(record: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const keys = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (name.length > 200) continue;
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    if (!keys.has(plain)) keys.set(plain, value);
  }
  return keys;
}
