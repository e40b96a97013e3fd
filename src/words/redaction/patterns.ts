/**
 * Secrets known by their look. Each has a mark that is searched for, and a run of letters after it; of a run only one mark is
 * tried, so that the time grows with the text alone, whatever is in it.
 */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** `null` for a pattern. */
  readonly name: string | null;
}

export interface Pattern {
  /** As a reviewer is told of it: `a GitHub token`. */
  readonly what: string;
  readonly mark: string;
  /** True when the mark stays and what follows it goes. */
  readonly keepsMark: boolean;
  /** Sticky; what may follow the mark. */
  readonly run: RegExp;
  readonly min: number;
  /** When given, the run is exactly that long, and no longer one is meant. */
  readonly exact?: number;
  /** A last look at mark and run, and at the two letters before them; in time that is linear in the run. */
  readonly holds?: (text: string, before: string) => boolean;
  /** Nothing else looks like it: worth a word to a reviewer. */
  readonly sure: boolean;
}

const WORD = /[A-Za-z0-9]*/y;
const WORDS = /[A-Za-z0-9_]*/y;
const DASHED = /[A-Za-z0-9_-]*/y;
const TOKEN = /[A-Za-z0-9_.~+/=-]*/y;

const plain = { keepsMark: false, sure: true } as const;
const after = { keepsMark: true, sure: false } as const;

export const PATTERNS: readonly Pattern[] = [
  ...['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_'].map((mark) => ({
    ...plain,
    what: 'a GitHub token',
    mark,
    run: WORD,
    min: 30,
  })),
  { ...plain, what: 'a GitHub token', mark: 'github_pat_', run: WORDS, min: 22 },
  { ...plain, what: 'a GitLab token', mark: 'glpat-', run: DASHED, min: 20 },
  { ...plain, what: 'an npm token', mark: 'npm_', run: WORD, min: 36, exact: 36 },
  { ...plain, what: 'an API key', mark: 'sk-', run: DASHED, min: 20, holds: isApiKey },
  { ...plain, what: 'a Stripe key', mark: 'sk_live_', run: WORD, min: 16 },
  { ...plain, what: 'a Stripe key', mark: 'rk_live_', run: WORD, min: 16 },
  { ...plain, what: 'an AWS key', mark: 'AKIA', run: WORD, min: 16, exact: 16, holds: isUpperCase },
  { ...plain, what: 'an AWS key', mark: 'ASIA', run: WORD, min: 16, exact: 16, holds: isUpperCase },
  { ...plain, what: 'a Google key', mark: 'AIza', run: DASHED, min: 35, exact: 35 },
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'].map((mark) => ({
    ...plain,
    what: 'a Slack token',
    mark,
    run: DASHED,
    min: 10,
  })),
  { ...plain, sure: false, what: 'a token', mark: 'eyJ', run: /[\w.-]*/y, min: 20, holds: isJwt },
  {
    ...after,
    what: 'a Slack address',
    mark: 'hooks.slack.com/services/',
    run: /[A-Za-z0-9/]*/y,
    min: 20,
  },
  ...['Bearer ', 'bearer ', 'uthorization: Basic ', 'uthorization: basic '].map((mark) => ({
    ...after,
    what: 'a credential',
    mark,
    run: TOKEN,
    min: 12,
    holds: isCredential,
  })),
  ...['secret_access_key', 'SECRET_ACCESS_KEY', 'SecretAccessKey'].map((mark) => ({
    ...after,
    what: 'an AWS secret',
    mark,
    // Quotes, a colon or an equals sign, and forty letters.
    run: /[\\"']{0,4}\s{0,4}[:=]\s{0,4}[\\"']{0,4}[A-Za-z0-9/+]*/y,
    min: 41,
    sure: true,
  })),
];

/** Not in the middle of a word such as `task-2`; a line end may be written as in JSON. */
function isApiKey(text: string, before: string): boolean {
  return (
    /(^|[^A-Za-z0-9]|\\[nrt])$/.test(before) &&
    /\d/.test(text) &&
    (/[A-Z]/.test(text) || text.length >= 40)
  );
}

function isUpperCase(text: string): boolean {
  return /^[A-Z0-9]*$/.test(text);
}

function isJwt(text: string): boolean {
  const [head = '', body = '', ...rest] = text.split('.', 4);
  return head.length >= 10 && body.length >= 8 && rest.length > 0;
}

function isCredential(text: string): boolean {
  return /\d/.test(text) || /[a-z][A-Z]|[A-Z]{2}/.test(text.slice(text.lastIndexOf(' ')));
}
