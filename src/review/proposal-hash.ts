import { canonicalJson } from '../domain/canonical-json.ts';
import type { Proposal } from '../domain/proposal.ts';
import { sha256 } from '../platform/hash.ts';

/** What an approval binds: sha256 of type and payload, whatever the order of their keys. */
export function proposalHash(type: Proposal['type'], payload: Proposal['payload']): string {
  return sha256(canonicalJson({ type, payload }));
}
