/**
 * Connections: what roundsman.yaml knows of the world outside, by name. Tickets come from them, messages, items and pull
 * requests go to them. Plain data without a secret: where one is needed it says where to find it.
 */

/** Where a secret is; it is read when it is needed, by the process that needs it, and never given to an agent. */
export type Credential =
  | { readonly kind: 'env'; readonly name: string }
  /** Absolute, or under `~/`. Its first line counts. */
  | { readonly kind: 'file'; readonly path: string }
  /** A command line for `sh -c`; the first line that it prints. */
  | { readonly kind: 'command'; readonly command: string };

/** A text that may be a secret, or hold one, such as a URL with a key in it. */
export type SecretText = { readonly kind: 'text'; readonly text: string } | Credential;

/** By kind. A connector of another folder adds its own by declaration merging. */
export interface Connections {
  readonly github: GithubConnection;
  readonly gitlab: GitlabConnection;
  readonly imap: ImapConnection;
  readonly smtp: SmtpConnection;
  readonly http: HttpConnection;
  readonly webhook: WebhookConnection;
}

export type Connection = Connections[keyof Connections];

export type ConnectionKind = Connection['kind'];

export interface ConnectionCore {
  /** Its key in roundsman.yaml, kebab-case. */
  readonly name: string;
  /** It may be at an address of this machine or of a private network; addresses of metadata services never are reached. */
  readonly private: boolean;
  /** PEM file with further certificate authorities, absolute or under `~/`; `null`: those of the system. */
  readonly ca: string | null;
}

export interface GithubConnection extends ConnectionCore {
  readonly kind: 'github';
  /** `owner/name`; `null`: that of the remote `origin`. */
  readonly repository: string | null;
  /** Base URL, without a slash at the end. */
  readonly api: string;
  readonly token: Credential | null;
  readonly tickets: {
    readonly from: readonly ('issues' | 'discussions')[];
    /** Only those with all of these; empty: all. */
    readonly labels: readonly string[];
  };
}

export interface GitlabConnection extends ConnectionCore {
  readonly kind: 'gitlab';
  /** `group/name`; `null`: that of the remote `origin`. */
  readonly project: string | null;
  /** Base URL, `https://gitlab.com/api/v4`. */
  readonly api: string;
  readonly token: Credential | null;
}

/** `tls`: from the first byte. `starttls`: or not at all. `none`: in the clear, only to this machine. */
export type MailSecurity = 'tls' | 'starttls' | 'none';

export interface ImapConnection extends ConnectionCore {
  readonly kind: 'imap';
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly user: string;
  readonly password: Credential;
  /** The mailbox that is read; it is never changed. */
  readonly folder: string;
}

export interface SmtpConnection extends ConnectionCore {
  readonly kind: 'smtp';
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** `null`: it asks for no log-in. */
  readonly user: string | null;
  readonly password: Credential | null;
  /** `Roundsman <roundsman@example.com>`. */
  readonly from: string;
  readonly replyTo: string | null;
}

/** A list of tickets as JSON. */
export interface HttpConnection extends ConnectionCore {
  readonly kind: 'http';
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** A value may hold `{secret}`, which stands for `token`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly token: Credential | null;
  /** Further parameters of the query; `{since}` stands for where the window begins, in the form of `sinceForm`. */
  readonly query: Readonly<Record<string, string>>;
  /** Of a POST: a JSON text, with `{since}` and `{cursor}` as above. */
  readonly body: string | null;
  readonly sinceForm: 'iso' | 'date' | 'seconds' | 'milliseconds' | 'jql';
  readonly pages: HttpPages;
}

export type HttpPages =
  | { readonly kind: 'none' }
  /** The header `Link` with `rel="next"`. */
  | { readonly kind: 'link' }
  /** The whole address of the next page is at this dotted path of the answer; `last`: as below. */
  | { readonly kind: 'url'; readonly at: string; readonly last?: string | null }
  /**
   * A mark at a dotted path of the answer is given as this parameter; `more`: where it says whether there is more, `last`:
   * where it says that this was all.
   */
  | {
      readonly kind: 'cursor';
      readonly at: string;
      readonly parameter: string;
      readonly more: string | null;
      readonly last?: string | null;
    }
  /** Counted: `page=1, 2…`, or `offset=0, 50…`. */
  | {
      readonly kind: 'number';
      readonly parameter: string;
      readonly first: number;
      readonly step: number;
      /** As many on a page: fewer means that it was the last. */
      readonly size: number;
    };

export interface WebhookConnection extends ConnectionCore {
  readonly kind: 'webhook';
  /** Often a secret by itself. */
  readonly url: SecretText;
  /** Signs each request; `null`: it is not signed. */
  readonly secret: Credential | null;
  /** A body that ships, by name (`slack`, `teams`, `discord`, `ntfy`, `json`), or a Handlebars file of the repository. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** With one that can be written down as it is, and where all the others are told. */
export const NO_CONNECTIONS =
  'roundsman.yaml has no `connections` yet, such as `connections: { mail: { kind: smtp, host: smtp.example.com, from: you@example.com } }`. All kinds: roundsman schema workspace';

export const NEW_CONNECTION =
  'A new one goes under `connections` of roundsman.yaml: docs/connections.md, for tickets docs/connections-recipes.md';

const MAIL = '{kind: smtp, host: smtp.example.com, from: you@example.com}';

/** As they stand behind `connections.NAME=`, spelled as people type them. */
const FORMS: Readonly<Record<string, string>> = {
  discord: '{kind: webhook, url: env:DISCORD_URL, body: discord}',
  github: '{kind: github, token: env:GITHUB_TOKEN}',
  gitlab: '{kind: gitlab, token: env:GITLAB_TOKEN}',
  mail: MAIL,
  slack: '{kind: webhook, url: env:SLACK_URL, body: slack}',
  smtp: MAIL,
  teams: '{kind: webhook, url: env:TEAMS_URL, body: teams}',
};

export interface ConnectionStart {
  /** `connections.github={…}`, as `edit --set` takes it. */
  readonly setting: string;
  /** The environment variable that it needs; `null`: a person has to put in values of their own first. */
  readonly variable: string | null;
}

/** For the name of a service that people connect first, what roundsman.yaml should say; else `null`. */
export function connectionStart(name: string): ConnectionStart | null {
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form === undefined) return null;
  return {
    setting: `connections.${name}=${form}`,
    variable: /env:(\w+)/.exec(form)?.[1] ?? null,
  };
}
