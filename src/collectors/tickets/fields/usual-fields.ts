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
    'embedded.threads',
    'comments',
    'messages',
    'preview',
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

const WAYS: Readonly<Record<UsualField, readonly (readonly string[])[]>> = {
  id: waysOf('id'),
  key: waysOf('key'),
  title: waysOf('title'),
  body: waysOf('body'),
  'created-at': waysOf('created-at'),
  author: waysOf('author'),
  labels: waysOf('labels'),
  url: waysOf('url'),
  'updated-at': waysOf('updated-at'),
  priority: waysOf('priority'),
};

function waysOf(field: UsualField): readonly (readonly string[])[] {
  return USUAL[field].map((path) => path.split('.'));
}

/** Reads one record by usual names. */
export interface UsualReader {
  /** Each value that stands under a usual name, the likeliest first. */
  valuesOf(field: UsualField): readonly unknown[];
}

export function readUsual(record: Readonly<Record<string, unknown>>): UsualReader {
  const top = plainKeys(record);
  return {
    valuesOf: (field) => {
      const values: unknown[] = [];
      for (const [first = '', ...rest] of WAYS[field]) {
        const value = rest.length === 0 ? top.get(first) : below(top.get(first), rest);
        if (value !== undefined && value !== null) values.push(value);
      }
      return values;
    },
  };
}

function below(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = isRecord(at) ? plainKeys(at).get(name) : undefined;
  return at;
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
  for (const name of Object.keys(record)) {
    if (name.length > 200) continue;
    const plain = /^[a-z]+$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    if (!keys.has(plain)) keys.set(plain, record[name]);
  }
  return keys;
}
