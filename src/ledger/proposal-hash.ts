import { sha256 } from '../platform/hash.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import type { Proposal } from '../words/proposal.ts';

/** What an approval binds: sha256 of type and payload, whatever the order of their keys. */
export function proposalHash(type: Proposal['type'], payload: Proposal['payload']): string {
  return sha256(canonicalJson({ type, payload }));
}
