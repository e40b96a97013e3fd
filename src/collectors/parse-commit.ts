/** What a commit's message says: Conventional Commits parts, issue keys, what it takes back. Pure. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';

export interface ParsedMessage {
  readonly type: string | null;
  readonly scope: string | null;
  readonly breaking: boolean;
  readonly issues: readonly string[];
  readonly reverts: CommitSha | null;
}

/** `fixup! …`: git's own mark for a commit that is to be squashed into another breaks nothing. */
const HEADER = /^(?!(?:fixup|squash|amend)!)([A-Za-z][\w-]*)(?:\(([^()]*)\))?(!)?:\s+\S/;
const BREAKING = /^BREAKING[ -]CHANGE:\s/m;
const REVERT_SUBJECT = /^Revert "/;
const REVERTS = /^This reverts commit ([0-9a-f]{40,64})\b/m;

export function parseMessage(subject: string, body: string): ParsedMessage {
  const header = HEADER.exec(subject);
  const reverted = REVERTS.exec(body)?.[1] ?? '';
  const plainRevert = header === null && REVERT_SUBJECT.test(subject);
  return {
    type: plainRevert ? 'revert' : (header?.[1]?.toLowerCase() ?? null),
    scope: header?.[2]?.trim() || null,
    breaking: header?.[3] === '!' || BREAKING.test(body),
    issues: findIssueKeys(`${subject}\n${body}`),
    reverts: isCommitSha(reverted) ? reverted : null,
  };
}

// Issue keys in text: `RM-3`, `ABC-123`, `#45`. Pure.

const KEY = /(?<![\w&#/.-])(?:[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}|#[1-9]\d{0,8})(?![\w-])/g;

/** Names of standards that look like keys. */
const NOT_KEYS = /^(?:UTF|ISO|SHA|AES|RFC|MD|CVE|CWE|IEEE|ECMA|ES|HTTP|TLS|RSA|BASE|UCS|CP|X)-/;

/** In order of appearance, each once. */
export function findIssueKeys(text: string): readonly string[] {
  return [...new Set(text.match(KEY) ?? [])].filter((key) => !NOT_KEYS.test(key));
}
