/** Where the page is served, as roundsman.yaml says. */
export interface PageSettings {
  /** `host:port`; `null`: on 127.0.0.1, at a port that follows from the workspace, or another that is free. */
  readonly listen: string | null;
  /** Names beside the address itself under which it may be asked for, such as `build.example:8800`. */
  readonly hosts: readonly string[];
  /** The environment variable with what people log in with where links cannot be had; `null`: by links only. */
  readonly token: string | null;
  /** Several people, each with a name and roles; `null`: whoever logs in is the user of the daemon. */
  readonly people: PeopleSettings | null;
}

/** `viewer` sees; `reviewer` decides and lands; `operator` runs and pauses; `admin` may do everything. Each also sees. */
export const ROLES = ['viewer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface PeopleSettings {
  /** What people open, an origin: `https://roundsman.example`; `null`: not known, and not needed for a header. */
  readonly url: string | null;
  readonly by: NamedByHeader | NamedByProvider;
  /** Names as the proxy or provider gives them, or `group:` and a group. */
  readonly roles: Readonly<Record<Role, readonly string[]>>;
}

/** A proxy logs people in and says who asks. */
export interface NamedByHeader {
  readonly kind: 'header';
  /** In lower case. */
  readonly header: string;
  /** Addresses that may say so, beside loopback. */
  readonly proxies: readonly string[];
}

/** OpenID Connect. */
export interface NamedByProvider {
  readonly kind: 'oidc';
  readonly issuer: string;
  readonly clientId: string;
  /** The environment variable that holds it; `null`: a public client. */
  readonly clientSecret: string | null;
  /** What of the ID token is the name: `email` counts only when the provider verified it. */
  readonly claim: string;
}
